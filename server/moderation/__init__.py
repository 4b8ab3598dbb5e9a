"""Company and order: whom a player does not want to meet, reports, and what staff does about them."""
