"""The compiled search. Each folder imports only from those listed after it: ``tools``, ``engine``, ``alphabeta``,
``solver``, ``board``, ``runtime``."""
