"""Workers, in which players think: threads and processes that outlive a move, and the queue before them."""
