-- Delivery is free over an amount of goods. Where units that were not sent bring what was bought together below it, the delivery that is
-- due then is kept back from their refund, once for each payment. Payments of before know no amount, and nothing of them is kept.

-- A large shop takes seconds.
set local statement_timeout = 0;

alter table payments
  -- The amount of goods, as they were entered, from which delivery is free, and what it would have cost; null where it was not free for that.
  add column waived_from_cents bigint check (waived_from_cents >= 0),
  add column waived_delivery_cents bigint check (waived_delivery_cents >= 0),
  add column waived_delivery_tax_cents bigint check (waived_delivery_tax_cents >= 0),
  add column waived_delivery_tax_rate_ppm integer check (waived_delivery_tax_rate_ppm between 0 and 1000000),
  add column waived_delivery_exempt boolean not null default false,
  -- Goods that the shop took back without keeping delivery: they count as bought.
  add column spared_goods_cents bigint not null default 0 check (spared_goods_cents >= 0),
  add column kept_delivery_cents bigint not null default 0,
  add constraint payments_waived_as_a_whole check (
    num_nulls(waived_from_cents, waived_delivery_cents, waived_delivery_tax_cents, waived_delivery_tax_rate_ppm) in (0, 4)
    and (waived_from_cents is null or delivery_cents + delivery_tax_cents = 0)),
  add constraint payments_kept_within_waived check (
    kept_delivery_cents between 0 and coalesce(waived_delivery_cents + waived_delivery_tax_cents, 0)
    and (kept_delivery_cents = 0 or state = 'succeeded')),
  drop constraint payments_refunded_delivery_within_charged,
  add constraint payments_refunded_delivery_within_charged check (
    refunded_delivery_cents between 0 and least(refunded_cents, delivery_cents + delivery_tax_cents + kept_delivery_cents));

drop trigger charges_frozen on payments;
create trigger charges_frozen before update of
  amount_cents, goods_net_cents, delivery_cents, delivery_tax_cents, delivery_tax_rate_ppm, tax_cents, delivery_exempt, shop_country,
  waived_from_cents, waived_delivery_cents, waived_delivery_tax_cents, waived_delivery_tax_rate_ppm, waived_delivery_exempt
  on payments for each row execute function keep_charges();

alter table refunds
  -- What of the goods' price stays with the shop as the price of delivery: so much less goes back.
  add column kept_delivery_cents bigint not null default 0 check (kept_delivery_cents >= 0),
  drop constraint refunds_amount_cents_check,
  add constraint refunds_of_something check (amount_cents >= 0 and amount_cents + kept_delivery_cents > 0),
  -- Where all of it is kept there is nothing to give.
  add constraint refunds_of_nothing_are_done check (amount_cents > 0 or state = 'done'),
  add constraint refunds_keep_or_give_delivery check (kept_delivery_cents = 0 or delivery_cents = 0),
  drop constraint refunds_done_at_the_provider,
  add constraint refunds_done_at_the_provider check (state <> 'done' or provider_refund_id is not null or amount_cents = 0);

-- A payment keeps what its refunds do.
create function check_kept_delivery() returns trigger language plpgsql as $$
declare
  payment uuid := coalesce(to_jsonb(new) ->> 'payment_id', to_jsonb(new) ->> 'id')::uuid;
begin
  if exists (
    select from payments where id = payment
      and kept_delivery_cents <> (select coalesce(sum(kept_delivery_cents), 0) from refunds where payment_id = payment)
  ) then
    raise exception using errcode = 'check_violation', constraint = 'payments_keep_what_refunds_do',
      message = 'a payment keeps another sum of delivery than its refunds do';
  end if;
  return null;
end
$$;
create constraint trigger payments_keep_what_refunds_do after update of kept_delivery_cents on payments
  deferrable initially deferred for each row execute function check_kept_delivery();
create constraint trigger payments_keep_what_refunds_do after insert or update of kept_delivery_cents on refunds
  deferrable initially deferred for each row when (new.kept_delivery_cents > 0) execute function check_kept_delivery();

-- What is kept can come to more tax than goes back of the goods, where it has a higher rate.
alter table invoices
  drop constraint invoices_net_cents_check,
  drop constraint invoices_tax_cents_check,
  add constraint invoices_of_no_less_than_nothing check (
    total_cents >= 0 and (kind = 'credit_note' or (net_cents >= 0 and tax_cents >= 0)));

-- The overview looks for payments of whose delivery something went back, or is kept.
drop index payments_refunded_delivery;
create index payments_refunded_delivery on payments (id) where refunded_delivery_cents > 0 or kept_delivery_cents > 0;
