-- The shop's own tables. Money is whole minor units of the shop's currency; times are timestamptz.
-- Ids are version 7 UUIDs made by the application, so that ordering by id is ordering by time.

create table users (
  id uuid primary key,
  -- Who the identity provider says this is. Users are keyed by it, never by email.
  subject text not null unique,
  -- The address that the provider gives for the subject. Null once the provider gives it to another subject.
  email text unique,
  email_verified boolean not null default false,
  display_name text not null default '',
  role text not null default 'user' check (role in ('user', 'admin')),
  education text not null default '',
  linkedin text not null default '',
  phone text not null default '',
  city text not null default '',
  district text not null default '',
  created_at timestamptz not null default now()
);

create table pictures (
  id uuid primary key,
  -- The address that the picture host gave out: what a tool's img may be.
  url text not null unique,
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  colour text not null,
  webp_srcset text not null,
  avif_srcset text,
  created_at timestamptz not null default now()
);

create table tools (
  id uuid primary key,
  name text not null check (name <> ''),
  description text not null,
  img text not null references pictures (url),
  price_cents bigint not null check (price_cents > 0),
  min_order_quantity integer not null check (min_order_quantity > 0),
  -- Units in the store room, and those among them that are promised to payments under way.
  on_hand integer not null check (on_hand >= 0),
  held integer not null default 0 check (held >= 0),
  available_quantity integer not null generated always as (on_hand - held) stored,
  category text,
  brand text,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  constraint tools_never_oversold check (held <= on_hand)
);
create index tools_in_shop on tools (id desc) where deleted_at is null;
create index tools_by_name on tools (name) where deleted_at is null;

create table orders (
  id uuid primary key,
  user_id uuid not null references users (id),
  tool_id uuid not null references tools (id),
  -- The order's own copy of what was bought.
  tool_name text not null,
  img text not null,
  unit_price_cents bigint not null check (unit_price_cents > 0),
  quantity integer not null check (quantity > 0),
  total_cents bigint not null check (total_cents = unit_price_cents * quantity),
  user_name text not null,
  email text not null,
  phone text not null,
  address text not null,
  placed_at timestamptz not null default now(),
  paid_at timestamptz,
  transaction_id text unique,
  shipped_at timestamptz,
  deleted_at timestamptz,
  constraint orders_paid_has_transaction check ((paid_at is null) = (transaction_id is null)),
  constraint orders_shipped_only_paid check (shipped_at is null or paid_at is not null),
  constraint orders_deleted_only_unpaid check (deleted_at is null or paid_at is null)
);
create index orders_of_user on orders (user_id, id desc) where deleted_at is null;
create index orders_live on orders (id desc) where deleted_at is null;
create index orders_of_tool on orders (tool_id);

create table payments (
  id uuid primary key,
  order_id uuid not null references orders (id),
  -- The provider's payment intent. Null between reserving the units and the provider's answer.
  intent_id text unique,
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  -- Units of the order's tool that this payment holds; 0 once taken or given back.
  held_quantity integer not null check (held_quantity >= 0),
  hold_expires_at timestamptz not null,
  state text not null default 'live'
    check (state in ('live', 'succeeded', 'cancelled', 'refund_due', 'refunded')),
  -- Why a success could not be served, for refund_due and refunded.
  refund_reason text,
  created_at timestamptz not null default now(),
  settled_at timestamptz,
  constraint payments_hold_only_live check (state = 'live' or held_quantity = 0),
  constraint payments_refund_has_reason check ((state in ('refund_due', 'refunded')) = (refund_reason is not null))
);
create unique index payments_one_live_per_order on payments (order_id) where state = 'live';
create unique index payments_one_success_per_order on payments (order_id) where state = 'succeeded';
create index payments_of_order on payments (order_id);
create index payments_under_way on payments (state, id) where state in ('live', 'refund_due');

create table reviews (
  id uuid primary key,
  -- Null for the demo catalogue's reviews.
  user_id uuid references users (id),
  name text not null,
  rate smallint not null check (rate between 1 and 5),
  reviews text not null check (reviews <> ''),
  created_at timestamptz not null default now()
);

create table contact_messages (
  id uuid primary key,
  name text not null,
  email text not null,
  phone text not null,
  created_at timestamptz not null default now()
);

-- The first answer to a request that carried an Idempotency-Key.
create table idempotency_keys (
  user_id uuid not null references users (id),
  route text not null,
  key text not null,
  -- SHA-256 of the request's body: another body under the same key is refused.
  request_hash text not null,
  -- Null only inside the transaction that works on the request.
  reply jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, route, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Fixed windows of the rate limits, shared by every process.
create table rate_limit_windows (
  subject text not null,
  window_start timestamptz not null,
  hits integer not null,
  primary key (subject, window_start)
);
create index rate_limit_windows_by_age on rate_limit_windows (window_start);
