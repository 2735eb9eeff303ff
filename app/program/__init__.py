"""The running program: one instance, its windows and services, its start and its end."""
