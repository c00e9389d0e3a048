"""
The one-command runner: real PostgreSQL and Valkey, the web server, the worker, the scheduler.

It starts, watches and stops processes; it knows nothing of the site's subject.
"""
