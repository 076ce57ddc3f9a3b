"""What things are: records, errors, name keys, formats and restriction lists as data.

This room imports nothing of ours; every other room may import it.
"""
