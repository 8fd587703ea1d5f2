-- The country of a shop whose owner has chosen none, by its currency; recorded when the shop starts. 0105 took every such shop for
-- an American one. 'ZZ' (CLDR's unknown region): a currency of several countries.
alter table shop_details add column first_country text check (first_country ~ '^[A-Z]{2}$');
alter table shop_details drop column country;
alter table shop_details add column country text not null
  generated always as (coalesce(own -> 'region' ->> 'country', first_country, 'US')) stored,
  add constraint shop_details_country_is_a_code check (country ~ '^[A-Z]{2}$');
