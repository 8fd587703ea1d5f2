-- Orders of one payment that are shipped one after another to one address join one parcel, until its email is sent: `payment_id` is
-- the payment whose orders may join; null for a parcel whose contents staff chose.
alter table parcels add column payment_id uuid references payments (id);
create index parcels_to_join on parcels (payment_id) where payment_id is not null and told_at is null;

-- The buyer was told what is in a parcel, so nothing is added to it or taken from it any more.
create function keep_told_contents() returns trigger language plpgsql as $$
begin
  if exists (select from parcels where told_at is not null and id = case tg_op when 'DELETE' then old.parcel_id else new.parcel_id end) then
    raise exception 'the buyer was told of this parcel'
      using errcode = 'check_violation', constraint = 'parcels_told_stay';
  end if;
  return case tg_op when 'DELETE' then old else new end;
end
$$;
create trigger parcel_orders_told_stay before insert or delete on parcel_orders
  for each row execute function keep_told_contents();
