-- The categories that those of a file are to be put under where the import makes them, by their names.
alter table imports add column category_parents jsonb not null default '{}';
