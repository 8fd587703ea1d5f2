-- The number in a tool's bar code, by which any shop or search engine in the world knows it (GS1 General Specifications: GTIN-8,
-- -12, -13, and -14, of which UPC, EAN, and ISBN are kinds).

-- Whether the last digit is the one that the others ask for (GS1 General Specifications, 7.9): their sum, every second one from the
-- right taken three times, is a multiple of ten.
create function is_gtin(gtin text) returns boolean language sql immutable strict parallel safe as $$
  select case when gtin ~ '^([0-9]{8}|[0-9]{12,14})$' and gtin ~ '[1-9]' then (
    select sum(substr(lpad(gtin, 14, '0'), place, 1)::integer * case when place % 2 = 1 then 3 else 1 end)
    from generate_series(1, 14) place) % 10 = 0 else false end
$$;

-- Not unique: the same article may be sold new and as a display piece.
-- The version before neither reads nor writes the column, and fills none.
alter table tools add column gtin text constraint tools_gtin_valid check (is_gtin(gtin));

-- The words by which a number is found, as a part number is: `!@` exactly, `@` from its beginning on. A scanner may put zeros before the
-- twelve digits of a UPC, or leave them out.
create function gtin_words(gtin text) returns text[] language sql immutable parallel safe as $$
  select coalesce(array_agg(sign || form), '{}') from (
    select gtin as form where gtin is not null
    union
    select lpad(ltrim(gtin, '0'), digits, '0') from unnest(array[12, 13]) digits
    where length(gtin) > 8 and length(ltrim(gtin, '0')) <= digits) forms, unnest(array['@', '!@']) sign
$$;

create or replace function set_tool_words() returns trigger language plpgsql as $$
declare
  parent text := (select parent.name from categories child join categories parent on parent.id = child.parent_id
    where child.name = new.category);
begin
  new.words := tool_words(new.name, new.brand, concat_ws(' ', new.category, parent), new.description, new.part_number)
    || specification_words(new.id) || array_to_tsvector(gtin_words(new.gtin));
  return new;
end
$$;

-- A new tool's words are set and taught with its name.
create trigger tools_have_words_of_gtin before update of gtin on tools
  for each row when (new.gtin is distinct from old.gtin) execute function set_tool_words();
create trigger tools_teach_words_of_gtin after update of gtin on tools
  for each row when (new.gtin is distinct from old.gtin) execute function learn_words();
