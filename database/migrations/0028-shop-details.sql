-- The shop's own details: one row, which holds only what the owner has changed, section by section. The rest are the defaults.

create table shop_details (
  only_one boolean primary key default true check (only_one),
  version integer not null default 1 check (version >= 1),
  own jsonb not null default '{}' check (jsonb_typeof(own) = 'object' and octet_length(own::text) <= 300000)
);

insert into shop_details default values;
