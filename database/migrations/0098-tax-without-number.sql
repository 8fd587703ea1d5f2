-- A seller who has given no VAT or tax number charges tax only where the owner has said so. A shop that does by now goes on.
alter table charge_settings add column tax_without_number boolean not null default false;
update charge_settings set tax_without_number = true
  where exists (select from tax_rates where rate_ppm > 0)
    and not exists (select from shop_details
      where own -> 'business' ->> 'vatNumber' <> '' or own -> 'business' ->> 'taxNumber' <> '');
