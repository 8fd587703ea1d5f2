-- What the owner sets about delivery and tax. One free method and no tax, until they set something else.

create table charge_settings (
  only_one boolean primary key default true check (only_one),
  version integer not null default 1 check (version >= 1),
  prices_include_tax boolean not null default false,
  tax_name text not null default 'VAT' check (tax_name <> ''),
  delivery_tax text not null default 'standard' check (delivery_tax in ('standard', 'highest', 'none')),
  -- Whoever gives no country is served as one there.
  shop_country text check (shop_country ~ '^[A-Z]{2}$'),
  -- What a unit weighs whose tool does not say.
  assumed_grams integer not null default 0 check (assumed_grams between 0 and 100000000)
);
insert into charge_settings default values;

create table regions (
  id uuid primary key,
  position integer not null,
  name text not null check (name <> ''),
  -- None means everywhere.
  countries text[] not null,
  postcode_prefixes text[] not null,
  check (cardinality(countries) > 0 or cardinality(postcode_prefixes) = 0)
);

create table delivery_methods (
  id uuid primary key,
  position integer not null,
  name text not null check (name <> ''),
  kind text not null check (kind in ('flat', 'free_over', 'by_weight', 'collect')),
  price_cents bigint not null check (price_cents between 0 and 99999999),
  free_from_cents bigint check (free_from_cents between 0 and 99999999),
  max_grams integer check (max_grams > 0),
  -- What is sent by weight costs `step_cents[n]` up to `step_grams[n]`, and goes no further than the last.
  step_grams integer[] not null default '{}',
  step_cents integer[] not null default '{}',
  check ((kind = 'free_over') = (free_from_cents is not null)),
  check ((kind = 'by_weight') = (cardinality(step_grams) > 0)),
  check (cardinality(step_grams) = cardinality(step_cents)),
  check (kind <> 'collect' or price_cents = 0)
);
insert into delivery_methods (id, position, name, kind, price_cents)
values ('01900000-0000-7000-8000-000000000001', 1, 'Standard delivery', 'flat', 0);

-- Where a method goes; everywhere, where it is not in here.
create table delivery_method_regions (
  method_id uuid not null references delivery_methods (id) on delete cascade,
  region_id uuid not null references regions (id),
  primary key (method_id, region_id)
);
create index delivery_method_regions_by_region on delivery_method_regions (region_id);

-- In basis points: 1900 is 19 %. Without a category, it is the region's standard rate.
create table tax_rates (
  region_id uuid not null references regions (id),
  category_id uuid references categories (id) on delete cascade,
  rate integer not null check (rate between 0 and 10000),
  exempts_businesses boolean not null default false,
  constraint tax_rates_once unique nulls not distinct (region_id, category_id)
);
create index tax_rates_by_category on tax_rates (category_id);
