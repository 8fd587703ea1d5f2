-- Addresses of other programs that are told of events (decision 101). A deleted one stays until the sweep: a payment that is being
-- settled meanwhile must not fail for it.
create table webhook_endpoints (
  id uuid primary key,
  url text not null check (url ~ '^https?://' and length(url) <= 2000),
  events text[] not null check (cardinality(events) between 1 and 50 and events::text ~ '^[{a-z_.,}]*$'),
  -- Secrets are derived from the shop's own and this number; the one before is valid for a day after `rotated_at`.
  secret_number integer not null default 1 check (secret_number > 0),
  rotated_at timestamptz,
  created_at timestamptz not null,
  off_at timestamptz,
  off_reason text check (off_reason in ('by_hand', 'gone', 'failing')),
  deleted_at timestamptz,
  check ((off_at is null) = (off_reason is null))
);

-- One event for one endpoint. Written by the transaction that makes the event true.
create table webhook_deliveries (
  id uuid primary key,
  -- Taken under the lock on what the event is about, so that it orders the events of one subject.
  sequence bigint not null generated always as identity,
  endpoint_id uuid not null references webhook_endpoints (id) on delete cascade,
  -- The same at every try and for every endpoint: receivers count an event once by it.
  event_id uuid not null,
  type text not null check (type ~ '^[a-z_]+\.[a-z_]+$'),
  -- Of one subject, an event is sent once those before it have been.
  subject text not null,
  object_id uuid not null,
  detail text,
  occurred_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'delivered', 'failed')),
  next_try_at timestamptz not null,
  claimed_until timestamptz check (claimed_until is null or state = 'waiting'),
  attempts integer not null default 0 check (attempts >= 0),
  first_try_at timestamptz,
  tried_at timestamptz,
  -- Composed at the first try, and the same at each.
  body text,
  status integer,
  duration_ms integer,
  problem text,
  answer text,
  unique (endpoint_id, event_id),
  check (state <> 'delivered' or body is not null)
);
create index webhook_deliveries_of_endpoint on webhook_deliveries (endpoint_id, sequence);
create index webhook_deliveries_in_order on webhook_deliveries (endpoint_id, subject, sequence) where state = 'waiting';
create index webhook_deliveries_due on webhook_deliveries (endpoint_id, next_try_at) where state = 'waiting';
create index webhook_deliveries_by_age on webhook_deliveries (occurred_at);
