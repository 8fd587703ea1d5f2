-- Categories and brands become things of their own, which can be renamed, merged, put in order and given a picture. Tools keep
-- the names, so that what lists and filters them stays as it is.

-- A large catalogue takes seconds.
set local statement_timeout = 0;

-- 'hammers ' and 'Hammers' are one name.
create function name_key(name text) returns text
  language sql immutable parallel safe
  return lower(btrim(regexp_replace(name, '\s+', ' ', 'g')));

create table categories (
  id uuid primary key,
  name text not null unique check (name <> ''),
  key text not null unique generated always as (name_key(name)) stored,
  parent_id uuid,
  -- A parent has no parent itself, so that there are two levels, and no circles.
  is_top boolean not null generated always as (parent_id is null) stored,
  parent_is_top boolean generated always as (nullif(parent_id is not null, false)) stored,
  -- Its place among those with the same parent; those without one come after, the commonest first.
  position integer check (position > 0),
  img text references pictures (url),
  unique (id, is_top),
  constraint categories_two_levels foreign key (parent_id, parent_is_top) references categories (id, is_top)
);
create index categories_by_parent on categories (parent_id) where parent_id is not null;

create table brands (
  id uuid primary key,
  name text not null unique check (name <> ''),
  key text not null unique generated always as (name_key(name)) stored,
  position integer check (position > 0),
  img text references pictures (url)
);

-- What they were called before they were renamed or merged: old addresses, files and forms lead to them.
create table category_aliases (key text primary key, meant_id uuid not null references categories (id) on delete cascade);
create index category_aliases_by_meant on category_aliases (meant_id);
create table brand_aliases (key text primary key, meant_id uuid not null references brands (id) on delete cascade);
create index brand_aliases_by_meant on brand_aliases (meant_id);

-- Of several spellings that tools have, the commonest one is the name.
insert into categories (id, name)
select gen_random_uuid(), name from (
  select distinct on (name_key(category)) category as name
  from (select category, count(*) as tools from tools where category <> '' group by category) used
  order by name_key(category), tools desc, category collate "C") spelled;
insert into brands (id, name)
select gen_random_uuid(), name from (
  select distinct on (name_key(brand)) brand as name
  from (select brand, count(*) as tools from tools where brand <> '' group by brand) used
  order by name_key(brand), tools desc, brand collate "C") spelled;

update tools set category = spelled.name from (
  select used.category, categories.name from (select distinct category from tools) used
  left join categories on key = name_key(used.category)
  where used.category is distinct from categories.name) spelled
where tools.category = spelled.category;
update tools set brand = spelled.name from (
  select used.brand, brands.name from (select distinct brand from tools) used
  left join brands on key = name_key(used.brand)
  where used.brand is distinct from brands.name) spelled
where tools.brand = spelled.brand;

-- Deferrable, so that a rename can write the name first and its tools after it.
alter table tools
  add constraint tools_category_known foreign key (category) references categories (name) deferrable,
  add constraint tools_brand_known foreign key (brand) references brands (name) deferrable;

-- A tool is found by the words of its category's parent too.
create or replace function set_tool_words() returns trigger language plpgsql as $$
declare
  parent text := (select parent.name from categories child join categories parent on parent.id = child.parent_id
    where child.name = new.category);
begin
  new.words := tool_words(new.name, new.brand, concat_ws(' ', new.category, parent), new.description, new.part_number);
  return new;
end
$$;
