"""The client's logic, which needs no browser: tests in JavaScript, and the one that runs them."""
