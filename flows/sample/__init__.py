"""The sample world: replicas of two sites, small enough to ship, served over loopback HTTP.

`nightly --sample` and the tests crawl it as they would crawl the real sites. The decks, posts and card
facts lie beside this module as plain text: `dm_edh/articles/*.toml`, `dm_edh/expected.csv`,
`dm_official/cards.csv`, `dm_official/hall.csv`. `dm_edh/README.md` says what is real and what is composed.
"""

from flows.sample.world import SampleWorld, SampleWorldError

__all__ = ["SampleWorld", "SampleWorldError"]
