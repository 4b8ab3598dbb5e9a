"""Scripts that make and calibrate the openings and tables of `bots.openings`."""
