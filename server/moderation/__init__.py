"""Moderation: blocks, reports, sanctions and the powers of staff."""
