"""What `bench.py` is made of: the cluster, the server, the load generators, the rows and the report."""
