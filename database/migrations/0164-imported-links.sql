-- Links between tools in imports (decision 0136): for each field of a file with links, the ids of those that the tool had before, and
-- once it has been written, after. They are written when all tools of the import are there; `linked_to` is the last row of which they are.
alter table import_rows add column links jsonb;
alter table imports add column linked_to integer not null default 0;
