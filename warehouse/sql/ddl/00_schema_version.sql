-- Which of the numbered DDL files this database has seen.
-- grain: one applied DDL file
-- inputs: none (definitions)
-- key: version

create table if not exists schema_version (
    version integer primary key,
    file varchar not null
);
