"""Workers: processes on any machine that choose moves and do other work for the servers of an installation.

A server's `remote_executor` asks, a worker's `service` answers; `crew` is what a server knows of the workers,
`messages` what they say to each other, `sealing` how they know one another. `program` is the process of a worker.
"""
