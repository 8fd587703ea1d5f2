-- What left the shop, parcel by parcel: of one order or of several of one buyer, whole or in part. Orders shipped before have
-- none. Columns and checks are true of every order there is, so that none is read for them.

create table carriers (
  id uuid primary key,
  name text not null check (name <> ''),
  key text not null generated always as (name_key(name)) stored,
  -- Where a parcel is followed; {number} stands for its tracking number.
  link text check (link like 'https://_%' and position('{number}' in link) > 0),
  -- Its place in the list that staff choose from. One without was taken off, and its parcels keep their links.
  position integer check (position > 0),
  constraint carriers_have_own_names exclude using btree (key with =) where (position is not null)
    deferrable initially deferred
);
insert into carriers (id, name, link, position) values
  (gen_random_uuid(), 'UPS', 'https://www.ups.com/track?tracknum={number}', 1),
  (gen_random_uuid(), 'USPS', 'https://tools.usps.com/go/TrackConfirmAction?tLabels={number}', 2),
  (gen_random_uuid(), 'FedEx', 'https://www.fedex.com/fedextrack/?trknbr={number}', 3),
  (gen_random_uuid(), 'DHL', 'https://www.dhl.com/us-en/home/tracking.html?tracking-id={number}', 4);

create table parcels (
  id uuid primary key,
  user_id uuid not null references users (id),
  carrier_id uuid references carriers (id),
  tracking_number text check (tracking_number <> ''),
  sent_at timestamptz not null,
  -- When its email was made; from then on it cannot be undone.
  told_at timestamptz
);

create table parcel_orders (
  parcel_id uuid not null references parcels (id) on delete cascade,
  order_id uuid not null references orders (id),
  quantity integer not null check (quantity > 0),
  primary key (parcel_id, order_id)
);
create index parcel_orders_of_order on parcel_orders (order_id, parcel_id);

alter table orders
  add column sent_quantity integer not null default 0,
  -- Units that were refunded before they left, and are not sent any more.
  add column withdrawn_quantity integer not null default 0,
  add constraint orders_send_what_was_ordered
    check (sent_quantity >= 0 and withdrawn_quantity >= 0 and sent_quantity + withdrawn_quantity <= quantity) not valid,
  add constraint orders_unsent_refunded_are_withdrawn check (
    withdrawn_quantity <= refunded_quantity
    and (shipped_at is not null or refunded_quantity - withdrawn_quantity <= sent_quantity)) not valid,
  add constraint orders_withdrawn_whole_are_cancelled
    check (withdrawn_quantity < quantity or cancelled_at is not null) not valid,
  add constraint orders_cancelled_are_not_sent check (cancelled_at is null or sent_quantity = 0) not valid,
  add constraint orders_sent_are_paid check (sent_quantity = 0 or paid_at is not null) not valid,
  add constraint orders_all_sent_are_shipped check (
    sent_quantity + withdrawn_quantity <> quantity or shipped_at is not null or cancelled_at is not null) not valid;

-- The only one to count them: the sum of an order's parcels is what has been sent of it.
create function count_sent_units() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update orders set sent_quantity = sent_quantity - old.quantity where id = old.order_id;
  end if;
  if tg_op <> 'DELETE' then
    update orders set sent_quantity = sent_quantity + new.quantity
    where id = new.order_id and user_id = (select user_id from parcels where id = new.parcel_id);
    if not found then
      raise exception 'a parcel holds orders of one buyer'
        using errcode = 'check_violation', constraint = 'parcels_of_one_buyer';
    end if;
  end if;
  return null;
end
$$;
create trigger parcel_orders_are_counted after insert or update or delete on parcel_orders
  for each row execute function count_sent_units();

create function keep_told_parcels() returns trigger language plpgsql as $$
begin
  raise exception 'the buyer was told of this parcel'
    using errcode = 'check_violation', constraint = 'parcels_told_stay';
end
$$;
create trigger parcels_told_stay before delete on parcels
  for each row when (old.told_at is not null) execute function keep_told_parcels();
