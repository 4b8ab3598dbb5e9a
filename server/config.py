"""Every setting of the server: one frozen dataclass. Defaults < file < environment < command line."""
