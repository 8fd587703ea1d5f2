-- A buyer's address book. What a country does not write in an address is empty; which parts it has is in the code, by country.
create table addresses (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  country text not null check (country ~ '^[A-Z]{2}$'),
  name text not null check (name <> ''),
  company text not null,
  line1 text not null check (line1 <> ''),
  line2 text not null,
  district text not null,
  city text not null,
  region text not null,
  postal_code text not null,
  -- As E.164 has it, so that one number is written in one way.
  phone text not null check (phone = '' or phone ~ '^\+[1-9][0-9]{3,14}$'),
  is_default boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index addresses_of_user on addresses (user_id, id);
-- Two that are made the default at once: one of them stays.
create unique index addresses_one_default on addresses (user_id) where is_default;

-- What a business buys under. The country is the number's own, which need not be an address's.
alter table users
  add column company text not null default '',
  add column vat_number text not null default '',
  add column vat_country text not null default '',
  add constraint users_vat_country check ((vat_number = '') = (vat_country = '')) not valid;

-- The buyer's own words on an order. Every row that is there already has them empty, so that none needs to be looked at.
alter table orders
  add column purchase_order_number text not null default '',
  add column buyer_note text not null default '',
  add constraint orders_buyers_words check (char_length(purchase_order_number) <= 60 and char_length(buyer_note) <= 500)
    not valid;

-- Where a payment's goods and its bill go, as its address book entries were when it began; without one, where its orders say.
alter table payments
  add column deliver_to text,
  add column bill_to text;
