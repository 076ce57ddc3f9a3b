-- What views and macros mean, as comments in the database; those of tables come from schema/columns.toml.
-- grain: none (comments)
-- inputs: the views and macros of this directory, the macros of the marts
-- key: none

comment on view current_deck is 'one deck that its source shows now, with its commander and both verdicts';
comment on column current_deck.deck_id is 'the deck as it stands (deck.deck_id)';
comment on column current_deck.source is 'the site, or the name given to hand-fed decks';
comment on column current_deck.source_key is 'the source''s own id of the deck';
comment on column current_deck.title is 'its title';
comment on column current_deck.format is 'the format it is played in';
comment on column current_deck.url is 'where it is shown';
comment on column current_deck.dated_on is 'the day of the list: of its last revision, else of its publication';
comment on column current_deck.commander is 'the commander, a pair as A + B; empty if not known';
comment on column current_deck.civilizations is 'the commander''s civilizations or colours';
comment on column current_deck.verdict_published is 'the verdict by the rules of the deck''s own day';
comment on column current_deck.verdict_today is 'the verdict by today''s rules';

comment on view deck_list is 'one card in one zone of a deck that its source shows now, by name';
comment on column deck_list.deck_id is 'the deck (deck.deck_id)';
comment on column deck_list.source is 'the site, or the name given to hand-fed decks';
comment on column deck_list.source_key is 'the source''s own id of the deck';
comment on column deck_list.title is 'the deck''s title';
comment on column deck_list.zone is 'commander, main, hyperspatial, gr, extra, companion or sideboard';
comment on column deck_list.card is 'the card''s name';
comment on column deck_list.copies is 'how many';

comment on macro table commander_share is 'shares of commanders over days: commander_share(format, first_day, last_day)';
comment on macro table restricted_on is 'a restriction list as it stood: restricted_on(list, day)';
comment on macro table decks_with is 'current decks with a card, by its name: decks_with(card)';
comment on macro table verdicts_of is 'verdicts of current decks: verdicts_of(format, published or today)';
comment on macro share_of is 'k of n, rounded to six decimals';
comment on macro wilson_low is 'lower end of the 95 % Wilson interval of k of n';
comment on macro wilson_high is 'upper end of the 95 % Wilson interval of k of n';
comment on macro wilson_centre is 'centre of the Wilson interval; serves wilson_low and wilson_high';
comment on macro wilson_half is 'half the width of the Wilson interval; serves wilson_low and wilson_high';
comment on macro mask_names is 'the civilizations (dm) or colours (mtg) of a bit mask: mask_names(mask, game)';
