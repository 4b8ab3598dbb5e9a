"""Where players think: threads and processes that outlive a move, and the queue before them."""
