-- The shop's legal pages by version (decision 129): a version never changes, and what was published when stays known, so that an
-- order's terms are those in force when its payment started.
-- The version before neither reads nor writes them.
create table legal_files (
  hash text primary key check (hash ~ '^[0-9a-f]{32}$'),
  type text not null check (type in ('png', 'jpeg')),
  width int not null check (width > 0),
  height int not null check (height > 0),
  content bytea not null
);

create table legal_versions (
  page text not null check (page in (
    'notice', 'terms', 'privacy', 'returns', 'shipping', 'accessibility', 'registers', 'guarantee')),
  version int not null check (version > 0),
  opening text not null,
  parts jsonb not null check (jsonb_typeof(parts) = 'array'),
  file text references legal_files (hash),
  created_at timestamptz not null,
  primary key (page, version)
);

-- A version is null where the page was taken down.
create table legal_publications (
  id uuid primary key,
  page text not null,
  version int,
  published_at timestamptz not null,
  foreign key (page, version) references legal_versions (page, version)
);
create index legal_publications_of_page on legal_publications (page, published_at desc, id desc);

create function keep_legal_rows() returns trigger language plpgsql as $$
begin
  raise exception '% keeps its rows as they are', tg_table_name;
end $$;
create trigger legal_versions_keep before update or delete or truncate on legal_versions
  for each statement execute function keep_legal_rows();
create trigger legal_publications_keep before update or delete or truncate on legal_publications
  for each statement execute function keep_legal_rows();
create trigger legal_files_keep before update or delete or truncate on legal_files
  for each statement execute function keep_legal_rows();

-- The step 'law' of the setup guide may be skipped.
-- The version before writes no step that is not listed.
alter table setup_guide drop constraint setup_guide_skipped_check;
alter table setup_guide add constraint setup_guide_skipped_check check (
  skipped <@ array['name', 'region', 'tools', 'texts', 'delivery', 'tax', 'law', 'payments', 'test_order', 'live']
) not valid;
alter table setup_guide validate constraint setup_guide_skipped_check;
