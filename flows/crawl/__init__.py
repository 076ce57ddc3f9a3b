"""The crawls: which addresses of a site are asked for, in what order, and what is remembered."""
