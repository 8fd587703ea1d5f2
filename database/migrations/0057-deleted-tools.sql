-- Who deleted a tool is looked for by its name. The index of words is of the tools in the shop alone.
create index tools_gone_by_words on tools using gin (words) with (fastupdate = off) where deleted_at is not null;
