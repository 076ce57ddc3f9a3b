-- What an edition's rules were when verdicts were last given by them.
-- grain: one edition of one format
-- inputs: none (definitions)
-- key: (format, edition)

alter table format_edition add column fingerprint varchar;
