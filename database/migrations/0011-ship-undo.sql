-- A shipment can be undone until its email has been made, which is noted here: the check forbids it from then on.
alter table orders
  add column ship_email_at timestamptz,
  add constraint orders_told_are_shipped check (ship_email_at is null or shipped_at is not null);
