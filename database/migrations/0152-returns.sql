-- Returns (decision 127): units that left with one purchase and come back.
-- The version before writes none; it answers 500 where it would refund units, or undo a parcel of units, that are on their way back.
create sequence return_numbers start with 1001;

create table returns (
  id uuid primary key,
  number text not null unique default 'RMA-' || nextval('return_numbers'),
  kind text not null check (kind in ('return', 'withdrawal')),
  state text not null default 'requested' check (state in ('requested', 'approved', 'received', 'refused', 'closed')),
  user_id uuid not null references users (id),
  payment_id uuid not null references payments (id),
  note text not null default '' check (char_length(note) <= 500),
  -- Of a withdrawal: who declared it, as they wrote it.
  declared_name text not null default '' check (char_length(declared_name) <= 200),
  declared_email text not null default '' check (char_length(declared_email) <= 254),
  -- Why it was refused or closed, for the buyer.
  reason text check (reason <> '' and char_length(reason) <= 500),
  -- Who pays for sending it back, where it goes, and where its label is.
  postage text check (postage in ('buyer', 'shop')),
  address text not null default '' check (char_length(address) <= 500),
  label_url text check (label_url like 'https://_%'),
  requested_at timestamptz not null,
  -- Staff who opened it for the buyer.
  requested_by uuid references users (id),
  answered_at timestamptz,
  received_at timestamptz,
  closed_at timestamptz,
  constraint returns_id_and_state unique (id, state),
  constraint returns_id_and_payment unique (id, payment_id),
  constraint returns_refused_with_reason check (state <> 'refused' or reason is not null),
  constraint returns_state_has_time check (
    (state <> 'requested' or (answered_at is null and received_at is null))
    and (state not in ('approved', 'refused', 'received') or answered_at is not null)
    and (state <> 'received' or received_at is not null)
    and (state = 'closed') = (closed_at is not null)
  )
);
alter sequence return_numbers owned by returns.number;
create index returns_by_state on returns (state, id);
create index returns_of_user on returns (user_id, id);
create index returns_of_payment on returns (payment_id);
create index returns_requested_by on returns (requested_by) where requested_by is not null;

create table return_lines (
  return_id uuid not null,
  order_id uuid not null,
  -- All lines are of the return's payment, so of one purchase of one buyer.
  payment_id uuid not null,
  position smallint not null check (position >= 0),
  -- Follows its return's.
  state text not null,
  quantity integer not null check (quantity > 0),
  reason text not null
    check (reason in ('damaged', 'defective', 'wrong_item', 'not_as_described', 'changed_mind', 'withdrawal', 'other')),
  received integer not null default 0,
  accepted integer not null default 0,
  restocked integer not null default 0,
  -- What was deducted from the price of accepted units because they were worn.
  deducted_cents bigint not null default 0 check (deducted_cents >= 0),
  -- Why units were not accepted, or less was refunded, for the buyer.
  rejected_reason text check (rejected_reason <> '' and char_length(rejected_reason) <= 500),
  -- Units that are on their way.
  awaited integer not null
    generated always as (case when state in ('requested', 'approved') then quantity - received else 0 end) stored,
  primary key (return_id, order_id),
  constraint return_lines_position_key unique (return_id, position),
  constraint return_lines_of_return foreign key (return_id, state) references returns (id, state) on update cascade on delete cascade,
  constraint return_lines_of_one_purchase foreign key (return_id, payment_id) references returns (id, payment_id),
  constraint return_lines_of_payment foreign key (payment_id, order_id) references payment_orders (payment_id, order_id),
  constraint return_lines_received_of_asked check (received between 0 and quantity),
  constraint return_lines_accepted_of_received check (accepted between 0 and received),
  constraint return_lines_restocked_of_accepted check (restocked between 0 and accepted),
  constraint return_lines_not_accepted_with_reason
    check ((accepted = received and deducted_cents = 0) or rejected_reason is not null),
  constraint return_lines_whole_once_received check (state <> 'received' or received = quantity),
  constraint return_lines_received_once_approved check (received = 0 or state in ('approved', 'received', 'closed'))
);
create index return_lines_of_order on return_lines (order_id);
create index return_lines_of_payment_order on return_lines (payment_id, order_id);

-- Re-encoded, at most 4.
create table return_pictures (
  return_id uuid not null references returns (id) on delete cascade,
  place smallint not null check (place between 0 and 3),
  webp bytea not null,
  added_at timestamptz not null,
  primary key (return_id, place)
);

create table return_labels (
  return_id uuid primary key references returns (id) on delete cascade,
  pdf bytea not null,
  added_at timestamptz not null
);

alter table orders
  -- Units of open returns that have not been received.
  add column returning_quantity integer not null default 0,
  -- What returns have deducted from the price of its accepted units.
  add column deducted_cents bigint not null default 0,
  add constraint orders_return_what_was_sent check (
    returning_quantity >= 0 and deducted_cents >= 0
    and (returning_quantity = 0 or shipped_at is not null
      or returning_quantity + refunded_quantity - withdrawn_quantity <= sent_quantity)) not valid,
  add constraint orders_return_or_refund_units_once
    check (returning_quantity = 0 or returning_quantity + refunded_quantity <= quantity) not valid;

-- The only one to count them.
create function count_returning_units() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    update orders set returning_quantity = returning_quantity - old.awaited, deducted_cents = deducted_cents - old.deducted_cents
    where id = old.order_id and (old.awaited <> 0 or old.deducted_cents <> 0);
  end if;
  if tg_op <> 'DELETE' then
    update orders set returning_quantity = returning_quantity + new.awaited, deducted_cents = deducted_cents + new.deducted_cents
    where id = new.order_id and (new.awaited <> 0 or new.deducted_cents <> 0);
  end if;
  return null;
end
$$;
create trigger return_lines_are_counted after insert or update or delete on return_lines
  for each row execute function count_returning_units();

-- The refunds that receiving a return has made.
alter table refunds add column return_id uuid references returns (id);
create index refunds_of_return on refunds (return_id) where return_id is not null;

-- Whether buyers may send back tools of this category.
alter table categories add column is_returnable boolean not null default true;
