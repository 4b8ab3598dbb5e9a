"""Workers: threads and processes in which players think, and the queue before them."""
