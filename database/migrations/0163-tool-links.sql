-- Links between tools (decision 0136): a tool's accessories and spare parts, in order, and what replaces it. One row is both
-- directions of a link.
create table tool_links (
  tool_id uuid not null references tools (id) on delete cascade,
  kind text not null check (kind in ('accessory', 'spare_part', 'replacement')),
  place smallint not null check (place between 0 and 49),
  linked_id uuid not null references tools (id) on delete cascade,
  primary key (tool_id, kind, place),
  constraint tool_links_once unique (tool_id, kind, linked_id),
  constraint tool_links_to_others check (linked_id <> tool_id),
  constraint tool_links_one_successor check (kind <> 'replacement' or place = 0)
);
create index tool_links_by_linked on tool_links (linked_id, kind);

-- Part numbers of tools that have left the shop, under which their successors are found.
create index tools_by_former_part_number on tools (lower(part_number))
  where deleted_at is not null and part_number is not null;

-- Replacements are written one transaction at a time: two halves of a cycle, made at once, would not see each other.
create function check_replacement() returns trigger language plpgsql as $$
declare
  most_steps constant integer := 20;
  most_predecessors constant integer := 50;
  after_it integer;
  before_it integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('toolyard replacements', 0));
  if exists (
    with recursive later (id) as (
      select new.linked_id
      union
      select linked_id from later join tool_links on tool_id = later.id and kind = 'replacement')
    select from later where id = new.tool_id)
  then
    raise 'a tool would replace itself' using errcode = 'check_violation', constraint = 'tool_links_no_cycle';
  end if;
  with recursive later (id, steps) as (
    select new.linked_id, 1
    union all
    select linked_id, steps + 1 from later join tool_links on tool_id = later.id and kind = 'replacement'
    where steps <= most_steps)
  select max(steps) into after_it from later;
  with recursive earlier (id, steps) as (
    select new.tool_id, 0
    union all
    select tool_id, steps + 1 from earlier join tool_links on linked_id = earlier.id and kind = 'replacement'
    where steps <= most_steps)
  select max(steps) into before_it from earlier;
  if after_it + before_it > most_steps then
    raise 'a chain of replacements is too long' using errcode = 'check_violation', constraint = 'tool_links_short_chain';
  end if;
  if (select count(*) from tool_links where linked_id = new.linked_id and kind = 'replacement') > most_predecessors then
    raise 'a tool replaces too many' using errcode = 'check_violation', constraint = 'tool_links_few_predecessors';
  end if;
  return null;
end
$$;
create trigger tool_links_replace after insert or update on tool_links
  for each row when (new.kind = 'replacement') execute function check_replacement();

-- The version before goes on with its own table of accessories, which a later release drops. What it changes there is taken over.
insert into tool_links (tool_id, kind, place, linked_id)
  select tool_id, 'accessory', place, accessory_id from tool_accessories;

create function take_over_accessory() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from tool_links where tool_id = old.tool_id and kind = 'accessory';
    return null;
  end if;
  delete from tool_links where tool_id = new.tool_id and kind = 'accessory'
    and (place = new.place or linked_id = new.accessory_id);
  insert into tool_links (tool_id, kind, place, linked_id)
    values (new.tool_id, 'accessory', new.place, new.accessory_id);
  return null;
end
$$;
create trigger accessories_are_taken_over after insert or delete on tool_accessories
  for each row execute function take_over_accessory();
