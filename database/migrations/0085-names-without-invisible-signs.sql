-- Names are compared composed (NFC), without case and without signs that nobody sees: a decomposed Köln and a brand with a space
-- of no width are what they look like. What already stands twice is merged, or named apart where it is one's own.

-- A large catalogue takes seconds.
set local statement_timeout = 0;

create or replace function name_key(name text) returns text
  language sql immutable parallel safe
  return btrim(regexp_replace(
    regexp_replace(normalize(lower(normalize(name, NFC)), NFC),
      -- Unicode's Default_Ignorable_Code_Point.
      '[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]', '', 'g'),
    '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'));

-- Categories and brands: the one at the top that most tools have stays, the others lead to it.
create temporary table same_names on commit drop as
select 'category' as kind, id, name, first_value(id) over same as into_id, first_value(name) over same as into_name
from categories left join (select category as used, count(*) as tools from tools group by category) counted on used = name
window same as (partition by name_key(name) order by is_top desc, coalesce(tools, 0) desc, name collate "C")
union all
select 'brand', id, name, first_value(id) over same, first_value(name) over same
from brands left join (select brand as used, count(*) as tools from tools group by brand) counted on used = name
window same as (partition by name_key(name) order by coalesce(tools, 0) desc, name collate "C");
delete from same_names where id = into_id;

update tools set category = into_name, version = version + 1 from same_names where kind = 'category' and category = same_names.name;
update tools set brand = into_name, version = version + 1 from same_names where kind = 'brand' and brand = same_names.name;
update categories set parent_id = into_id from same_names where kind = 'category' and parent_id = same_names.id;
update category_aliases set meant_id = into_id from same_names where meant_id = same_names.id;
update brand_aliases set meant_id = into_id from same_names where meant_id = same_names.id;
update tax_rates set category_id = into_id from same_names where category_id = same_names.id
  and not exists (select from tax_rates kept where kept.region_id = tax_rates.region_id and kept.category_id = into_id)
  and same_names.id = (select min(other.id::text)::uuid from same_names other join tax_rates rate on rate.category_id = other.id
    where other.into_id = same_names.into_id and rate.region_id = tax_rates.region_id);
delete from categories using same_names where categories.id = same_names.id;
delete from brands using same_names where brands.id = same_names.id;
-- Writes the keys anew.
update categories set name = name where key <> name_key(name);
update brands set name = name where key <> name_key(name);
delete from category_aliases one using category_aliases other where name_key(one.key) = name_key(other.key) and one.key > other.key;
update category_aliases set key = name_key(key) where key <> name_key(key);
delete from brand_aliases one using brand_aliases other where name_key(one.key) = name_key(other.key) and one.key > other.key;
update brand_aliases set key = name_key(key) where key <> name_key(key);

-- Carriers that staff choose from, and buyers' lists, get a number behind their names.
do $$
declare
  twice record;
  behind integer;
begin
  for twice in
    select id, name from (select id, name, row_number() over (partition by name_key(name) order by position) as nth
      from carriers where position is not null) named where nth > 1
  loop
    behind := 2;
    while exists (select from carriers where name_key(name) = name_key(twice.name || ' ' || behind)) loop behind := behind + 1; end loop;
    update carriers set name = twice.name || ' ' || behind where id = twice.id;
  end loop;
  update carriers set name = name where key <> name_key(name);
  for twice in
    select id, user_id, name from (select id, user_id, name,
      row_number() over (partition by user_id, name_key(name) order by updated_at, id) as nth from saved_lists) named where nth > 1
  loop
    behind := 2;
    while exists (select from saved_lists where user_id = twice.user_id and name_key(name) = name_key(twice.name || ' ' || behind))
    loop behind := behind + 1; end loop;
    update saved_lists set name = twice.name || ' ' || behind where id = twice.id;
  end loop;
end
$$;
drop index saved_lists_by_name;
create unique index saved_lists_by_name on saved_lists (user_id, name_key(name));

-- Of synonyms, the first stays.
delete from synonyms where name_key(word) = name_key(same_as);
delete from synonyms one using synonyms other where one.id > other.id
  and least(name_key(one.word), name_key(one.same_as)) = least(name_key(other.word), name_key(other.same_as))
  and greatest(name_key(one.word), name_key(one.same_as)) = greatest(name_key(other.word), name_key(other.same_as));
drop index synonyms_once;
create unique index synonyms_once
  on synonyms (least(name_key(word), name_key(same_as)), greatest(name_key(word), name_key(same_as)));
alter table synonyms add constraint synonyms_of_two_words check (name_key(word) <> name_key(same_as));
