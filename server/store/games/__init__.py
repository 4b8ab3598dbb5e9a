"""Games, their events, and what is counted of them."""
