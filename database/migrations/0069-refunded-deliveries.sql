-- The overview looks for payments of which delivery went back.
create index payments_refunded_delivery on payments (id) where refunded_delivery_cents > 0;
