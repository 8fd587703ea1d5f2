-- Who has asked to be told by email when a tool can be ordered again. A request waits until the tool is back, since
-- `due_at`, and goes as its email is written.
create table restock_notices (
  id uuid primary key,
  tool_id uuid not null references tools (id),
  user_id uuid not null references users (id) on delete cascade,
  asked_at timestamptz not null,
  due_at timestamptz
);
create unique index restock_notices_waiting on restock_notices (tool_id, user_id) where due_at is null;
create index restock_notices_due on restock_notices (id) where due_at is not null;
create index restock_notices_of_user on restock_notices (user_id);

-- What an email says to mail programs, besides whom it is for and what it is about.
alter table mailbox.messages add column headers jsonb not null default '{}';
