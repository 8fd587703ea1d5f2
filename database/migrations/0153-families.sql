-- Families of tools (decision 0133): what differs only in size or kind, shown as one table. Members stay tools.
-- The version before neither reads nor writes them; a tool that it deletes stays a member, and is shown nowhere.
create table families (
  id uuid primary key,
  name text not null check (name <> ''),
  key text not null generated always as (name_key(name)) stored,
  words tsvector not null generated always as (list_words(name)) stored,
  description text not null default '',
  category text references categories (name) on update cascade on delete set null,
  version integer not null default 1 check (version > 0),
  constraint families_named_once unique (key)
);
create index families_by_category on families (category) where category is not null;

create table family_pictures (
  family_id uuid not null references families (id) on delete cascade,
  place smallint not null check (place between 0 and 7),
  img text not null references pictures (url),
  primary key (family_id, place),
  constraint family_pictures_once unique (family_id, img)
);

-- A tool is a member of one family, or none. Members without a position come last.
alter table tools
  add column family_id uuid references families (id),
  add column family_position integer;
create index tools_by_family on tools (family_id) where family_id is not null;

-- The families that an import added, which undoing it removes again.
alter table imports add column made_families uuid[] not null default '{}';
