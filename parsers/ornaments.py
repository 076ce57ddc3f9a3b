"""The signs that bloggers set before and behind headings and rows: stars, boxes, hands, pictures.

No card's name begins with one of them but ♪ and ♥, and none ends with a picture.
"""

from __future__ import annotations

# Box drawing, geometric shapes, symbols and dingbats without the two that begin names, then pictures.
SIGNS = "\u2500-\u2664\u2666-\u2669\u266b-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
# Those that head a part of a text; ticks and pictures as well stand before the rows of a list.
OF_HEADINGS = "\u2500-\u25ff\u2605\u2606\u2660-\u2664\u2666\u2667\u2720-\u2767"
# What may stand behind such a sign and belongs to it: variation selectors, a joiner.
_WITH_SIGN = "\ufe0e\ufe0f\u200d"
BEFORE = rf"(?:[{SIGNS}][{_WITH_SIGN}]*)+"
# Names end with △, ⤴ and the like, but with no star, dingbat or picture.
BEHIND = rf"(?:[★☆\u2700-\u27bf\U0001f000-\U0001faff][{_WITH_SIGN}]*)+"
