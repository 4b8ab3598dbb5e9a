"""Accounts: guests with a token, their names, and the codes that bring an identity to another device."""
