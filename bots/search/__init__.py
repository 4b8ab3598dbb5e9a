"""The compiled search. Each folder stands on those after it: ``tools``, ``engine``, ``alphabeta``, ``solver``,
``board``, ``runtime``."""
