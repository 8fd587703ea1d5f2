-- Copies of everything that the shop knows about a person (decision 110), each a ZIP archive. It is kept in parts here, not on a
-- disk: every process of the shop can send it, and it goes with the account.

create table account_exports (
  id uuid primary key,
  -- One for each person: a new one replaces the last.
  user_id uuid not null unique references users (id),
  state text not null check (state in ('making', 'ready', 'failed')),
  asked_at timestamptz not null,
  -- How often a process has begun to make it. Only the last that has may add parts.
  tries integer not null default 0 check (tries >= 0),
  size_bytes bigint check (size_bytes > 0),
  expires_at timestamptz,
  check ((state = 'ready') = (size_bytes is not null) and (state = 'ready') = (expires_at is not null))
);

create table account_export_parts (
  export_id uuid not null references account_exports (id) on delete cascade,
  position integer not null check (position >= 0),
  bytes bytea not null check (length(bytes) > 0),
  primary key (export_id, position)
);
-- An archive is compressed already.
alter table account_export_parts alter column bytes set storage external;
