-- Tools are found by PostgreSQL's own means: a generated column of words, an index of it, and an index for each order. What
-- found them before goes: an index of terms beside the tools, its counters and the triggers that kept both.

-- A large catalogue takes minutes.
set local statement_timeout = 0;
set local maintenance_work_mem = '256MB';

drop trigger tools_are_found on tools;
drop trigger tools_stay_found on tools;
drop function keep_tool_search();
drop function index_tool(tools);
drop function count_terms(tools, integer);
drop table tool_search, tool_words, tool_terms;
drop function public.terms_of(integer, integer, smallint);
drop function sorting_terms(integer, bigint, smallint);
drop function counted_terms(text, text, bigint);
drop function word_terms(text[], text[], text[]);
drop index tools_by_words;
drop function tool_list_words(text, text, text);

-- Ids come in the order of time.
alter table tools drop column number;

-- The words that a tool is found by: `!drill` in its name, `@drill` in its name, brand or category, `drill` anywhere. Signs
-- instead of weights, since a GIN index knows no weights: every tool that has a word would be read to see where.
create function tool_words(name text, brand text, category text, description text) returns tsvector
  language sql immutable parallel safe
  return array_to_tsvector(
    array(select '!' || word from unnest(search_words(name)) word)
    || array(select '@' || word from unnest(search_words(name || ' ' || coalesce(brand, '') || ' ' || coalesce(category, ''))) word)
    || search_words(name || ' ' || coalesce(brand, '') || ' ' || coalesce(category, '') || ' ' || description)
  );

alter table tools add column words tsvector not null
  generated always as (tool_words(name, brand, category, description)) stored;

create index tools_by_words on tools using gin (words) with (fastupdate = off) where deleted_at is null;
create index tools_by_age on tools (id) where deleted_at is null;
-- Prices beside, so that what is asked for most is counted without reading the tools.
create index tools_by_rating on tools (coalesce(rating_tenths, 0), id) include (rating_tenths, price_cents)
  where deleted_at is null;
create index tools_by_category on tools (category, price_cents, id) where deleted_at is null;
create index tools_by_brand on tools (brand, price_cents, id) where deleted_at is null;

-- Every word that a tool has had, with its signs: what tells a slip of the finger, and gives the word that was meant.
create table search_vocabulary (word text collate "C" primary key);

create function learn_words() returns trigger language plpgsql as $$
begin
  -- In order, so that two never wait for each other.
  insert into search_vocabulary select word from unnest(tsvector_to_array(new.words)) word order by word
  on conflict do nothing;
  return null;
end
$$;
create trigger tools_teach_words after insert or update of name, brand, category, description on tools
  for each row execute function learn_words();

insert into search_vocabulary select distinct word from tools, unnest(tsvector_to_array(words)) word;
-- Numbers are not guessed at.
create index search_vocabulary_alike on search_vocabulary using gin (word gin_trgm_ops) where word ~ '^[^0-9!@]+$';
analyze tools, search_vocabulary;
