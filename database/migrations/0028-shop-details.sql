-- The shop's own details: one row, which holds only what the owner has changed, section by section. The rest are the defaults.

create table shop_details (
  only_one boolean primary key default true check (only_one),
  version integer not null default 1 check (version >= 1),
  own jsonb not null default '{}' check (jsonb_typeof(own) = 'object' and octet_length(own::text) <= 300000)
);

insert into shop_details default values;

-- What was drawn of each logo that was uploaded, by the hash of its bytes. Old ones stay: emails that were sent show them.
create table shop_logo_files (
  logo text not null check (logo ~ '^[0-9a-f]{32}$'),
  name text not null check (name <> ''),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  content bytea not null check (octet_length(content) between 1 and 4000000),
  primary key (logo, name)
);
