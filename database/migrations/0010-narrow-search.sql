-- A search reads many rows of `tool_search` and never their terms, which were most of each row: the terms move to a table of
-- their own, and the index reads them there once, when a tool comes. Ten times fewer pages are read for the same hits.

-- A large catalogue takes minutes.
set local statement_timeout = 0;
set local maintenance_work_mem = '256MB';

create table tool_words (
  number integer primary key references tools (number) on delete cascade,
  -- The terms that the tool's words make, and those that are counted: all that does not follow from `tool_search` itself.
  terms tsvector not null
);
insert into tool_words (number, terms)
select number, array_to_tsvector(array(
  select term from unnest(tsvector_to_array(terms)) term where term !~ '^=[PrnN]')) from tool_search;

-- What a tool is found by. It is as good as immutable, which an index asks for: a tool's words never change while it has a
-- row in `tool_search` (a tool that is rewritten gets a new row).
create function public.terms_of(number integer, price_cents integer, rating smallint) returns tsvector
language plpgsql immutable parallel safe set search_path = public, pg_catalog as $$
begin
  return (select words.terms from public.tool_words words where words.number = $1)
    || array_to_tsvector(sorting_terms($1, $2, $3));
end
$$;

create table narrow_search (
  number integer primary key references tools (number) on delete cascade,
  -- The terms' ids; 0 for none.
  category_id integer not null,
  brand_id integer not null,
  price_cents integer not null,
  -- In tenths of a star; 0 while nobody has rated the tool.
  rating smallint not null,
  -- No index depends on it, since it may change with an order.
  orderable boolean not null
) with (fillfactor = 90);
insert into narrow_search select number, category_id, brand_id, price_cents, rating, orderable from tool_search order by number;
drop table tool_search;
alter table narrow_search rename to tool_search;
alter index narrow_search_pkey rename to tool_search_pkey;
alter table tool_search rename constraint narrow_search_number_fkey to tool_search_number_fkey;
create index tool_search_by_price on tool_search (price_cents, number);
create index tool_search_by_rating on tool_search (rating, number);
create index tool_search_by_terms on tool_search using gin (terms_of(number, price_cents, rating)) with (fastupdate = off);
analyze tool_search;

create or replace function index_tool(tool tools) returns void language plpgsql as $$
begin
  perform count_terms(tool, 1);
  insert into tool_words (number, terms)
  select tool.number, array_to_tsvector(
    word_terms(search_words(tool.name), search_words(concat_ws(' ', tool.name, tool.brand, tool.category)),
      search_words(concat_ws(' ', tool.name, tool.brand, tool.category, tool.description)))
    || counted_terms(tool.category, tool.brand, tool.price_cents));
  insert into tool_search (number, category_id, brand_id, price_cents, rating, orderable)
  select tool.number,
    coalesce((select id from tool_terms where term = '=c' || tool.category), 0),
    coalesce((select id from tool_terms where term = '=b' || tool.brand), 0),
    tool.price_cents, coalesce(tool.rating_tenths, 0), tool.orderable;
end
$$;

create or replace function keep_tool_search() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if new.deleted_at is null then perform index_tool(new); end if;
    return null;
  end if;
  if tg_op = 'DELETE' then
    if old.deleted_at is null then perform count_terms(old, -1); end if;
    return null;
  end if;
  if old.deleted_at is null and new.deleted_at is null
    and (old.name, old.description, old.category, old.brand, old.price_cents)
      is not distinct from (new.name, new.description, new.category, new.brand, new.price_cents) then
    update tool_search set orderable = new.orderable, rating = coalesce(new.rating_tenths, 0) where number = new.number;
    return null;
  end if;
  delete from tool_search where number = old.number;
  delete from tool_words where number = old.number;
  if old.deleted_at is null then perform count_terms(old, -1); end if;
  if new.deleted_at is null then perform index_tool(new); end if;
  return null;
end
$$;
