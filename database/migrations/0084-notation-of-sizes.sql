-- A tool is found by its sizes however they are written: 12 in, 12", 12 inch and 12in are one, so are 10 × 22, 10x22 and 10*22,
-- and 4½, 4 1/2 and 4-1/2, which is one word: 1/2 in is not 12 in. `notation.ts` reads what is looked for so.

-- A large catalogue takes minutes.
set local statement_timeout = 0;
set local maintenance_work_mem = '256MB';

-- A text with its numbers and units apart, in lower case and without accents.
create function search_notation(written text) returns text language plpgsql immutable parallel safe as $$
declare
  plain text := regexp_replace(written, '(\d)\s?([\u00bc-\u00be\u2150-\u215e])', '\1-\2', 'g');
begin
  plain := lower(regexp_replace(normalize(plain, NFKD), '[\u0300-\u036f]', '', 'g'));
  plain := translate(plain, U&'\2044\00D7\2715\2018\2019\2032\201C\201D\2033\2010\2011\2012\2013\2014\2015\2212',
    '/||''''''"""-------');
  plain := regexp_replace(plain, '(\d) ?(''''|")', '\1 in ', 'g');
  plain := regexp_replace(plain, '(\d) ?''(?![[:alpha:]])', '\1 ft ', 'g');
  plain := regexp_replace(plain, '(\d)[ -]?(inches|inch|in)(?![[:alnum:]])', '\1 in ', 'g');
  plain := regexp_replace(plain, '(\d)[ -]?(feet|foot|ft)(?![[:alnum:]])', '\1 ft ', 'g');
  plain := regexp_replace(plain, '(\d)(mm|cm|m|oz|lbs?|kg|g|v|w|ah?|hp|ml|l)(?![[:alnum:]])', '\1 \2', 'g');
  plain := regexp_replace(plain, '(\d) (\d+/\d)', '\1-\2', 'g');
  return regexp_replace(plain, '(\d) ?[x*] ?(?=\d)', '\1|', 'g');
end
$$;

-- The words of a text, in lower case and without accents; joined by a hyphen, also as one; and those of its sizes, a fraction
-- as one.
create or replace function search_words(text) returns text[] language sql immutable parallel safe as $$
  with plain as (
    select lower(case when octet_length($1) = length($1) then $1
      else regexp_replace(normalize($1, NFKD), '[\u0300-\u036f]', '', 'g') end) as t),
  sized as (select search_notation($1) as t where $1 ~ '[\d\u00bc-\u00be\u2150-\u215e]')
  select array(
    select left(word, 60) from plain, regexp_split_to_table(t, '[^[:alnum:]]+') word where word <> ''
    union
    select left(replace(joined[1], '-', ''), 60)
    from plain, regexp_matches(t, '([[:alnum:]]+(?:-[[:alnum:]]+)+)', 'g') joined
    union
    select left(word, 60) from sized, regexp_split_to_table(t, '[^[:alnum:]]+') word where word <> ''
    union
    select fraction[1] from sized, regexp_matches(t, '(\d{1,4}-\d{1,4}/\d{1,4}|\d{1,4}/\d{1,4})', 'g') fraction)
$$;

-- Writes the words of every tool that has a size, and teaches them.
update tools set name = name
where concat_ws(' ', name, brand, category, part_number, description) ~ '[\d\u00bc-\u00be\u2150-\u215e]'
  or id in (select tool_id from tool_specifications);
