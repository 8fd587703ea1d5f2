-- What is known of a tool filters its list by ranges of numbers, and is among the words that it is found by.

-- All that ranges count of a tool, without reading its rows.
create index tool_specifications_of_tool on tool_specifications (tool_id) include (label, number) where number is not null;

-- Anywhere among a tool's words, as its description is.
create function specification_words(tool uuid) returns tsvector language sql stable as $$
  select array_to_tsvector(search_words(coalesce(string_agg(concat_ws(' ', name, value, unit), ' '), '')))
  from tool_specifications where tool_id = tool
$$;

create or replace function set_tool_words() returns trigger language plpgsql as $$
declare
  parent text := (select parent.name from categories child join categories parent on parent.id = child.parent_id
    where child.name = new.category);
begin
  new.words := tool_words(new.name, new.brand, concat_ws(' ', new.category, parent), new.description, new.part_number)
    || specification_words(new.id);
  return new;
end
$$;

-- Writes the tool's words anew, and teaches them, as a change of its name does.
create function tell_tool_words() returns trigger language plpgsql as $$
begin
  update tools set name = name where id in (select tool_id from changed);
  return null;
end
$$;
create trigger tool_specifications_added after insert on tool_specifications
  referencing new table as changed for each statement execute function tell_tool_words();
create trigger tool_specifications_changed after update on tool_specifications
  referencing new table as changed for each statement execute function tell_tool_words();
create trigger tool_specifications_removed after delete on tool_specifications
  referencing old table as changed for each statement execute function tell_tool_words();

-- Few have any yet: they are new.
update tools set name = name where id in (select tool_id from tool_specifications);
