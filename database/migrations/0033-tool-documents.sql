-- PDF files that come with a tool. Their bytes lie in the row rather than beside the pictures: they go with it, are in every
-- backup, and the same on every node wherever the pictures are kept. PDF files are compressed already.

create table tool_documents (
  id uuid primary key,
  tool_id uuid not null references tools (id),
  place smallint not null check (place between 1 and 6),
  kind text not null
    check (kind in ('manual', 'safety_sheet', 'data_sheet', 'drawing', 'certificate', 'other')),
  title text not null check (char_length(title) between 1 and 100),
  content bytea not null
    check (octet_length(content) <= 10485760 and substring(content from 1 for 5) = '%PDF-'::bytea),
  size_bytes integer not null generated always as (octet_length(content)) stored,
  added_at timestamptz not null,
  unique (tool_id, place)
);
alter table tool_documents alter column content set storage external;
