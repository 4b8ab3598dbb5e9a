"""The Gomocup (Piskvork) protocol both ways: our players under any manager, and any engine in a seat of ours."""
