-- What a payment charges besides its goods, as it was when the payment started. So far that was nothing.

-- A large shop takes seconds.
set local statement_timeout = 0;

alter table payments
  -- The goods, without their tax.
  add column goods_net_cents bigint,
  add column delivery_cents bigint not null default 0 check (delivery_cents >= 0),
  add column delivery_tax_cents bigint not null default 0 check (delivery_tax_cents >= 0),
  -- In basis points.
  add column delivery_tax_rate integer not null default 0 check (delivery_tax_rate between 0 and 10000),
  -- Of the goods and of their delivery.
  add column tax_cents bigint not null default 0,
  add column tax_name text not null default '',
  -- How the shop entered and showed its prices.
  add column prices_include_tax boolean not null default false,
  -- The method may be gone by now: its name stays.
  add column delivery_method_id uuid,
  add column delivery_method text not null default '',
  add column region text not null default '';
update payments set goods_net_cents = amount_cents;
alter table payments
  alter column goods_net_cents set not null,
  add constraint payments_add_up check (
    goods_net_cents >= 0 and tax_cents >= delivery_tax_cents and amount_cents = goods_net_cents + delivery_cents + tax_cents);

-- An order's share of the goods and of their tax.
alter table payment_orders
  add column net_cents bigint check (net_cents >= 0),
  add column tax_cents bigint not null default 0 check (tax_cents >= 0),
  add column tax_rate integer not null default 0 check (tax_rate between 0 and 10000);
update payment_orders set net_cents = goods_cents;
alter table payment_orders alter column net_cents set not null;

-- What was frozen stays as it is.
create function keep_charges() returns trigger language plpgsql as $$
begin
  raise exception using errcode = 'check_violation', constraint = 'charges_frozen',
    message = 'what a payment charges does not change';
end
$$;
create trigger charges_frozen before update of
  amount_cents, goods_net_cents, delivery_cents, delivery_tax_cents, delivery_tax_rate, tax_cents on payments
  for each row execute function keep_charges();
create trigger charges_frozen before update of goods_cents, net_cents, tax_cents, tax_rate on payment_orders
  for each row execute function keep_charges();

-- A payment is what its orders come to, and its delivery.
create function check_charges() returns trigger language plpgsql as $$
declare
  payment uuid := coalesce(to_jsonb(new) ->> 'payment_id', to_jsonb(new) ->> 'id')::uuid;
begin
  if exists (
    select from payments
      left join (select payment_id, sum(net_cents) as net, sum(tax_cents) as tax from payment_orders
        where payment_id = payment group by payment_id) lines on payment_id = id
    where id = payment and (goods_net_cents, tax_cents) is distinct from (net, tax + delivery_tax_cents)
  ) then
    raise exception using errcode = 'check_violation', constraint = 'payments_sum_of_lines',
      message = 'a payment is not what its orders and its delivery come to';
  end if;
  return null;
end
$$;
create constraint trigger payments_sum_of_lines after insert on payments
  deferrable initially deferred for each row execute function check_charges();
create constraint trigger payments_sum_of_lines after insert on payment_orders
  deferrable initially deferred for each row execute function check_charges();
