-- What tools are found by. A narrow row for each tool in the shop, found through one inverted index of terms, and how many
-- tools have each term. Kept by triggers, so that a tool is found from the moment it is there, whoever wrote it.
--
-- Terms are words (`drill`), words of the name (`!drill`) and of name, brand or category (`@drill`), and what is filtered
-- and sorted by: `=cPower tools` (category), `=bTarnholt` (brand), `=p513` (price: number of digits, first two digits) and
-- `=r45` (rating in tenths, 0 without).
--
-- A search is the dearer the more terms it names, each of them being tried on every tool that the index meets. So a stretch
-- has terms of its own: blocks, each twice as wide as the one before, so that a stretch is a few of them. `=n3.17` is the
-- tool's number in steps of 4,096 · 2³ (a common word is looked for among the newest first), `=P3.17` the step of its price,
-- counted from the lowest, in steps of 2³, and `=R4` at least four stars.

-- A large catalogue takes minutes.
set local statement_timeout = 0;
set local maintenance_work_mem = '256MB';

create extension if not exists pg_trgm;

-- Tools are numbered as they come: the newest has the highest number.
alter table tools add column number integer not null generated always as identity unique;

-- Stock moves change a row in place, without touching an index, as long as its page has room (HOT).
alter table tools set (fillfactor = 90);

-- Lists go by number now.
drop index tools_in_shop;

create table tool_terms (
  id integer primary key generated always as identity,
  term text collate "C" not null unique,
  -- How many tools in the shop have the term, how many in name, brand or category, and how many in the name.
  tools integer not null,
  heads integer not null,
  names integer not null
);
create index tool_terms_common on tool_terms (term) where tools >= 16;
-- Words to correct a misspelt one by. Numbers are not guessed at.
create index tool_terms_alike on tool_terms using gin (term gin_trgm_ops) where term ~ '^[^0-9=]+$';

-- A search reads many rows of this table, so they hold no terms, which would be most of each row.
create table tool_search (
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

-- The index reads a tool's terms here once, when the tool comes.
create table tool_words (
  number integer primary key references tools (number) on delete cascade,
  -- The terms that the tool's words make, and those that are counted: all that does not follow from `tool_search` itself.
  terms tsvector not null
);

-- The words of a text, in lower case and without accents; joined by a hyphen, also as one.
create function search_words(text) returns text[] language sql immutable parallel safe as $$
  with plain as (
    select lower(case when octet_length($1) = length($1) then $1
      else regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]', '', 'g') end) as t)
  select array(
    select left(word, 60) from plain, regexp_split_to_table(t, '[^[:alnum:]]+') word where word <> ''
    union
    select left(replace(joined[1], '-', ''), 60)
    from plain, regexp_matches(t, '([[:alnum:]]+(?:-[[:alnum:]]+)+)', 'g') joined)
$$;

-- The terms that a tool's words make.
create function word_terms(name_words text[], head_words text[], all_words text[]) returns text[]
language sql immutable parallel safe as $$
  select array(select '!' || word from unnest(name_words) word) || array(select '@' || word from unnest(head_words) word)
    || all_words
$$;

-- The terms that a tool is filtered and sorted by and that are counted.
create function counted_terms(category text, brand text, price_cents bigint) returns text[]
language sql immutable parallel safe as $$
  select array_remove(array[
    '=c' || nullif(category, ''), '=b' || nullif(brand, ''),
    '=p' || length(price_cents::text) || rpad(left(price_cents::text, 2), 2, '0')], null)
$$;

-- The terms that a tool is filtered and sorted by beside those, not counted. Written out: it is called for each tool of a
-- catalogue, and a loop costs ten times as much.
create function sorting_terms(number integer, price_cents bigint, rating smallint) returns text[]
language plpgsql immutable parallel safe as $$
declare
  digits text := price_cents;
  -- The place of a price among all steps of prices: the first two digits, for each number of digits.
  step integer := length(digits) * 90 - 100 + rpad(left(digits, 2), 2, '0')::integer;
begin
  return array['=r' || rating,
    '=n0.' || (number >> 12), '=n1.' || (number >> 13), '=n2.' || (number >> 14),
    '=n3.' || (number >> 15), '=n4.' || (number >> 16), '=n5.' || (number >> 17),
    '=n6.' || (number >> 18), '=n7.' || (number >> 19), '=n8.' || (number >> 20),
    '=P1.' || (step >> 1), '=P2.' || (step >> 2), '=P3.' || (step >> 3), '=P4.' || (step >> 4),
    '=P5.' || (step >> 5), '=P6.' || (step >> 6), '=P7.' || (step >> 7)
  ] || (array['=R1', '=R2', '=R3', '=R4', '=R5'])[1:rating / 10];
end
$$;

-- What a tool is found by. It is as good as immutable, which an index asks for: a tool's words never change while it has a
-- row in `tool_search` (a tool that is rewritten gets a new row).
create function public.terms_of(number integer, price_cents integer, rating smallint) returns tsvector
language plpgsql immutable parallel safe set search_path = public, pg_catalog as $$
begin
  return (select words.terms from public.tool_words words where words.number = $1)
    || array_to_tsvector(sorting_terms($1, $2, $3));
end
$$;

-- Counts a tool's terms up (by 1) or down (by -1). They are taken in the order of terms, so that two never wait for each other.
create function count_terms(tool tools, change integer) returns void language plpgsql as $$
declare
  name_words text[] := search_words(tool.name);
  head_words text[] := search_words(concat_ws(' ', tool.name, tool.brand, tool.category));
  all_words text[] := search_words(concat_ws(' ', tool.name, tool.brand, tool.category, tool.description));
begin
  insert into tool_terms as known (term, tools, heads, names)
  select term, change, change * (term = any (head_words))::integer, change * (term = any (name_words))::integer
  from unnest(all_words || counted_terms(tool.category, tool.brand, tool.price_cents)) term order by term
  on conflict (term) do update set
    tools = known.tools + excluded.tools, heads = known.heads + excluded.heads, names = known.names + excluded.names;
end
$$;

create function index_tool(tool tools) returns void language plpgsql as $$
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

create function keep_tool_search() returns trigger language plpgsql as $$
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

do $$
declare tool tools;
begin
  for tool in select * from tools where deleted_at is null order by number loop perform index_tool(tool); end loop;
end
$$;

create index tool_search_by_price on tool_search (price_cents, number);
create index tool_search_by_rating on tool_search (rating, number);
create index tool_search_by_terms on tool_search using gin (terms_of(number, price_cents, rating)) with (fastupdate = off);
analyze tool_search;

create trigger tools_are_found after insert or delete on tools for each row execute function keep_tool_search();
-- A hold or a sale that leaves the tool orderable, as nearly all do, calls nothing.
create trigger tools_stay_found after update on tools for each row
  when ((old.name, old.description, old.category, old.brand, old.price_cents, old.rating_tenths, old.orderable, old.deleted_at)
    is distinct from (new.name, new.description, new.category, new.brand, new.price_cents, new.rating_tenths, new.orderable, new.deleted_at))
  execute function keep_tool_search();
