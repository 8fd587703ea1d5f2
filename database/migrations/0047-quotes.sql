-- Quotes: what the shop would charge for some unpaid orders of one buyer, and until when.
create sequence quote_numbers start with 1001;

create table quotes (
  id uuid primary key,
  -- What people call it by; gaps are no matter.
  number text not null unique default 'Q-' || nextval('quote_numbers'),
  user_id uuid not null references users (id),
  state text not null default 'asked'
    check (state in ('asked', 'offered', 'accepted', 'paid', 'declined', 'withdrawn', 'expired')),
  -- In the words of the buyer, and of the staff.
  note text not null default '' check (char_length(note) <= 500),
  message text not null default '' check (char_length(message) <= 500),
  -- Whether the units of its orders are reserved while it is offered or accepted.
  holds boolean not null default false,
  expires_at timestamptz,
  -- Counts the offers: a buyer accepts the one that they have seen.
  version integer not null default 1 check (version >= 1),
  -- None where the staff offered by themselves.
  asked_at timestamptz,
  offered_at timestamptz,
  offered_by uuid references users (id),
  accepted_at timestamptz,
  ended_at timestamptz,
  constraint quotes_id_and_state unique (id, state),
  constraint quotes_offer_is_whole
    check (num_nulls(offered_at, offered_by, expires_at) in (0, 3) and (asked_at is not null or offered_at is not null)),
  constraint quotes_offered_first check (state not in ('offered', 'accepted', 'paid', 'expired') or offered_at is not null),
  constraint quotes_accepted_has_time check (state not in ('accepted', 'paid') or accepted_at is not null),
  constraint quotes_ended_has_time check ((state in ('asked', 'offered', 'accepted')) = (ended_at is null))
);
alter sequence quote_numbers owned by quotes.number;
create index quotes_by_age on quotes (state, id);
create index quotes_of_user on quotes (user_id, id);
create index quotes_to_expire on quotes (expires_at) where state in ('offered', 'accepted');

create table quote_orders (
  quote_id uuid not null,
  order_id uuid not null references orders (id),
  -- Where the order stands among those that were asked for.
  position integer not null check (position >= 0),
  -- As the order had it; it does not change while its quote is open.
  quantity integer not null check (quantity > 0),
  -- What one unit is offered for.
  unit_price_cents bigint check (unit_price_cents > 0),
  -- Units of the order's tool that the quote holds; 0 once a payment has taken them over, or they were given back.
  held_quantity integer not null default 0 check (held_quantity between 0 and quantity),
  -- Follows its quote's, so that the index below can say how many there may be.
  state text not null,
  primary key (quote_id, order_id),
  constraint quote_orders_position_key unique (quote_id, position),
  foreign key (quote_id, state) references quotes (id, state) on update cascade,
  constraint quote_orders_hold_only_open check (state in ('offered', 'accepted') or held_quantity = 0),
  constraint quote_orders_offered_have_price
    check (state not in ('offered', 'accepted', 'paid', 'expired') or unit_price_cents is not null)
);
create unique index quote_orders_one_open on quote_orders (order_id) where state in ('asked', 'offered', 'accepted');
create index quote_orders_of_order on quote_orders (order_id);

-- Units move for a quote as well. Every row that is there fits.
alter table stock_movements drop constraint stock_movements_cause_check;
alter table stock_movements add constraint stock_movements_cause_known
  check (cause in ('opening', 'new_tool', 'order', 'quote', 'delivery', 'import')) not valid;

alter table users drop constraint users_muted_notices_known;
alter table users add constraint users_muted_notices_known check (
  muted_notices <@ array['sale', 'quote', 'low_stock', 'low_review', 'contact_message', 'failed_refund', 'failed_job', 'restock']
) not valid;
