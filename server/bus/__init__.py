"""The bus: messages between the processes of one installation, in process by default, else through NATS.

It carries only what may be lost: everything that must last is in the database.
"""
