"""Whom people follow, and whether those are here."""
