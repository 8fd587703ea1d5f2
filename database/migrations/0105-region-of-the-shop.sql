-- The country, state, time zone and units of a shop are one section of its details; the country was a setting of delivery, the
-- zone a section by itself. What stands beside it in SQL, the rules of delivery and tax, reads the country from a column.
update shop_details set own = own - 'time' || case when d.region = '{}' then '{}'::jsonb else jsonb_build_object('region', d.region) end
  from (select jsonb_strip_nulls(jsonb_build_object('country', shop_country, 'zone', own -> 'time' ->> 'zone')) as region
    from shop_details, charge_settings) as d;
alter table shop_details add column country text not null generated always as (coalesce(own -> 'region' ->> 'country', 'US')) stored,
  add constraint shop_details_country_is_a_code check (country ~ '^[A-Z]{2}$');
alter table charge_settings drop column shop_country;

-- What the tax is called, and whether it is charged without a number, follow the country until the owner says otherwise.
alter table charge_settings alter column tax_name drop not null, alter column tax_name drop default,
  alter column tax_without_number drop not null, alter column tax_without_number drop default;
update charge_settings set tax_name = nullif(tax_name, 'VAT'), tax_without_number = nullif(tax_without_number, false)
  where not exists (select from tax_rates);
