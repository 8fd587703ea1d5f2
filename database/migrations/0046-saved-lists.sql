-- Lists of tools that buyers keep, to order them again.
create table saved_lists (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  name text not null check (name <> ''),
  updated_at timestamptz not null
);
create unique index saved_lists_by_name on saved_lists (user_id, lower(name));

create table saved_list_lines (
  list_id uuid not null references saved_lists (id) on delete cascade,
  position smallint not null check (position between 1 and 200),
  tool_id uuid not null references tools (id),
  quantity integer not null check (quantity > 0),
  primary key (list_id, position)
);
