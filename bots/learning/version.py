"""The version of the study of games. It is kept with every study: what an older one has said is found out anew."""

VERSION = 5
"""To be raised with every change by which the same game gives another study."""
