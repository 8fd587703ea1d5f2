-- What of a payment's delivery went back: a part of what went back of the payment, and never more than was charged for it.
alter table payments add column refunded_delivery_cents bigint not null default 0;
update payments set refunded_delivery_cents = given.cents
  from (select payment_id, sum(delivery_cents) as cents from refunds where delivery_cents > 0 group by payment_id) given
  where given.payment_id = payments.id;
alter table payments add constraint payments_refunded_delivery_within_charged check (
  refunded_delivery_cents between 0 and least(refunded_cents, delivery_cents + delivery_tax_cents));
