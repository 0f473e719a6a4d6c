"""Figures under faults and abuse, each a program of its own in `figures/`: see ../Faults.md."""
