-- The number by which maker, shop and buyers know a tool. The words that it is found by become a column that a trigger fills:
-- to compute them otherwise, every row would have to be written again.

alter table tools add column part_number text constraint tools_part_number_plain
  check (part_number ~ '^[A-Za-z0-9]([A-Za-z0-9 ._/+#-]{0,38}[A-Za-z0-9._/+#-])?$');
-- One tool in the shop has it, however its letters are written; one that has left the shop keeps it.
create unique index tools_by_part_number on tools (lower(part_number)) where deleted_at is null and part_number is not null;

alter table tools alter column words drop expression;
alter table tools alter column words set default ''::tsvector;

-- As `tool_words` of before, with the part number among the words of the name. `!@` and the number, as it is but for its
-- letters' case, stand for exactly this part number.
create function tool_words(name text, brand text, category text, description text, part_number text) returns tsvector
  language sql immutable parallel safe
  return case when part_number is null then tool_words(name, brand, category, description)
    else tool_words(name || ' ' || part_number, brand, category, description)
      || array_to_tsvector(array['!@' || lower(part_number)]) end;

create function set_tool_words() returns trigger language plpgsql as $$
begin
  new.words := tool_words(new.name, new.brand, new.category, new.description, new.part_number);
  return new;
end
$$;
create trigger tools_have_words before insert or update of name, brand, category, description, part_number on tools
  for each row execute function set_tool_words();

drop trigger tools_teach_words on tools;
create trigger tools_teach_words after insert or update of name, brand, category, description, part_number on tools
  for each row execute function learn_words();

-- What is known of a tool, row by row, as its page shows it.
create table tool_specifications (
  tool_id uuid not null references tools (id),
  position smallint not null check (position between 1 and 30),
  name text not null check (name <> ''),
  value text not null check (value <> ''),
  unit text check (unit <> ''),
  -- What it is compared by: 'Power, W' and 1500, where the value is a number.
  label text not null generated always as (name || coalesce(', ' || unit, '')) stored,
  number double precision
    generated always as (case when value ~ '^-?\d{1,9}(\.\d{1,6})?$' then value::double precision end) stored,
  primary key (tool_id, position),
  constraint tool_specifications_named_once unique (tool_id, name)
);
create index tool_specifications_by_number on tool_specifications (label, number) include (tool_id)
  where number is not null;

-- What it weighs and measures as it is sent.
alter table tools
  add column weight_grams integer check (weight_grams between 1 and 100000000),
  add column length_mm integer check (length_mm between 1 and 1000000),
  add column width_mm integer check (width_mm between 1 and 1000000),
  add column height_mm integer check (height_mm between 1 and 1000000),
  add constraint tools_measured_wholly check (num_nulls(length_mm, width_mm, height_mm) in (0, 3));
