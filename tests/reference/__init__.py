"""An independent judge in plain Python: the second opinion that the SQL rules are held against.

It is written from the rule documents alone and shares no code with the product: its own cards, its own
reading of card facts, one function a clause. Slow and plain on purpose.
"""
