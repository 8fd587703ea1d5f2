-- What an invoice says of its sale is known when the payment starts, and frozen with it.

-- A large shop takes seconds.
set local statement_timeout = 0;

alter table payments
  -- Under which name and VAT number the buyer buys; empty for none.
  add column bill_name text not null default '',
  add column vat_number text not null default '',
  -- The entries of the address book that `deliver_to` and `bill_to` were written from, part by part.
  add column deliver_to_parts jsonb,
  add column bill_to_parts jsonb,
  -- Where the goods go, as far as an entry or the orders' addresses name one country.
  add column deliver_to_country text,
  -- The shop's own, for which prices and rates were meant.
  add column shop_country text,
  -- Whether its rate is 0 for a business of another country alone.
  add column delivery_exempt boolean not null default false;
alter table payment_orders add column exempt boolean not null default false;

-- Payments under way may still be invoiced. They last for minutes: what they were begun with is what their rules say now.
update payments set
  vat_number = users.vat_number,
  bill_name = users.company,
  shop_country = (select shop_country from charge_settings)
from users where users.id = user_id and payments.state = 'live';
update payment_orders lines set exempt = true
from payments join users on users.id = user_id, charge_settings
where payments.id = payment_id and payments.state = 'live' and tax_rate = 0 and vat_country <> ''
  and vat_country is distinct from charge_settings.shop_country
  and exists (select from tax_rates join regions on regions.id = region_id
    where regions.name = payments.region and exempts_businesses and rate > 0);

drop trigger charges_frozen on payments;
create trigger charges_frozen before update of
  amount_cents, goods_net_cents, delivery_cents, delivery_tax_cents, delivery_tax_rate, tax_cents, delivery_exempt, shop_country
  on payments for each row execute function keep_charges();
drop trigger charges_frozen on payment_orders;
create trigger charges_frozen before update of goods_cents, net_cents, tax_cents, tax_rate, exempt on payment_orders
  for each row execute function keep_charges();

-- What the maker calls the tool that was ordered, as it was then.
alter table orders add column part_number text;
update orders set part_number = tools.part_number from tools where tools.id = tool_id and tools.part_number is not null;

-- The day that a paper bears.
alter table invoices add column issued_on text not null generated always as (document ->> 'issuedOn') stored;
