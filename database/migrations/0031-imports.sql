-- Files, and choices made on a screen, that change many tools at once: what was sent, what it would change, and what it has changed, so that it can be undone.

create table imports (
  id uuid primary key,
  state text not null default 'reading'
    check (state in ('reading', 'checked', 'applying', 'applied', 'undoing', 'undone', 'failed')),
  -- What is read: a file, or tools of the shop that were chosen together to be changed in one way.
  file_name text check (file_name <> ''),
  bulk_change jsonb,
  -- Which field each column is, by the column's name, where the sender has said so.
  mapping jsonb,
  -- What the file was found to be.
  encoding text,
  delimiter text,
  columns text[] not null default '{}',
  ignored text[] not null default '{}',
  -- Lines of the file, tools that it changes and adds, and lines that cannot be taken.
  rows integer not null default 0 check (rows >= 0),
  changed integer not null default 0 check (changed >= 0),
  added integer not null default 0 check (added >= 0),
  wrong integer not null default 0 check (wrong >= 0),
  -- How much of what is under way is done, in rows.
  done integer not null default 0 check (done >= 0),
  created_at timestamptz not null,
  created_by uuid,
  applied_at timestamptz,
  undone_at timestamptz,
  constraint imports_read_one_thing check ((file_name is null) <> (bulk_change is null)),
  constraint imports_applied_at_a_time check (
    case when state in ('applied', 'undoing', 'undone') then applied_at is not null else applied_at is null end
  ),
  constraint imports_undone_at_a_time check ((state = 'undone') = (undone_at is not null))
);

-- The file as it was sent, until it has been read. It is there before its import, which stands for the whole of it.
create table import_chunks (
  import_id uuid not null,
  position integer not null,
  bytes bytea not null,
  primary key (import_id, position)
);

-- One tool that the file changes or adds. `before` and `after` have the fields that differ, by the names of their columns.
create table import_rows (
  import_id uuid not null references imports (id),
  row integer not null check (row >= 2),
  tool_id uuid not null,
  is_new boolean not null,
  -- The tool's version as it was checked, and as the import left it.
  version integer not null,
  applied_version integer,
  before jsonb not null,
  after jsonb not null,
  -- The units by which applying it moved the stock.
  moved integer not null default 0,
  -- Whether undoing left the tool as it was, because it had been changed since.
  is_left boolean not null default false,
  primary key (import_id, row),
  constraint import_rows_name_a_tool_once unique (import_id, tool_id)
);

create index import_rows_left on import_rows (import_id) where is_left;

-- A line that cannot be taken: why, and as it was.
create table import_errors (
  import_id uuid not null references imports (id),
  row integer not null check (row >= 1),
  problems jsonb not null,
  cells text[] not null,
  primary key (import_id, row)
);
