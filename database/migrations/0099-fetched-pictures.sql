-- The pictures that rows of an import name, in their order, where some of them are to be fetched from addresses of the web: those that
-- the shop has (`kept`), and those that it waits for, has fetched, or could not fetch.
create table import_pictures (
  import_id uuid not null references imports (id),
  tool_id uuid not null,
  place smallint not null check (place between 0 and 7),
  row integer not null check (row >= 2),
  address text not null check (length(address) between 1 and 2000),
  state text not null check (state in ('kept', 'waiting', 'fetched', 'failed')),
  img text references pictures (url),
  -- Why it could not be fetched; of one that is waited for, why not yet.
  problem text check (problem <> ''),
  tries smallint not null default 0 check (tries >= 0),
  primary key (import_id, tool_id, place),
  constraint import_pictures_are_there check ((img is not null) = (state in ('kept', 'fetched'))),
  constraint import_pictures_fail_for_a_reason check (state <> 'failed' or problem is not null)
);

create index import_pictures_waiting on import_pictures (import_id, address) where state = 'waiting';
-- From where a tool has its pictures: what is fetched already is not fetched again.
create index import_pictures_fetched on import_pictures (tool_id) where state = 'fetched';

-- So many bytes have been fetched for an import.
alter table imports add column picture_bytes bigint not null default 0 check (picture_bytes >= 0);

-- Pictures that were uploaded for a file and that none of its cells names.
alter table imports add column unused_pictures text[] not null default '{}';
