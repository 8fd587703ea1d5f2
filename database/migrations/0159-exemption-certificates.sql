-- Resale and exemption certificates of customers in the United States (decision 132): orders to their states have no sales tax while
-- staff have approved them and they are valid. The version before neither reads nor writes them.
create table exemption_certificates (
  id uuid primary key,
  user_id uuid not null references users (id),
  kind text not null check (kind in ('resale', 'exempt_organization', 'other')),
  number text not null check (number <> ''),
  states text[] not null check (cardinality(states) between 1 and 60),
  expires_on text check (expires_on ~ '^\d{4}-\d{2}-\d{2}$'),
  media_type text not null check (media_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp')),
  size_bytes integer not null check (size_bytes between 1 and 5242880),
  state text not null default 'pending' check (state in ('pending', 'approved', 'refused')),
  reason text not null default '',
  uploaded_by uuid references users (id),
  uploaded_at timestamptz not null,
  checked_by uuid references users (id),
  checked_at timestamptz,
  -- The day of expiry that its owner was warned of.
  warned_of text,
  constraint exemption_certificates_checked check ((checked_at is null) = (state = 'pending')),
  constraint exemption_certificates_refused check (state <> 'refused' or reason <> '')
);
create index exemption_certificates_of_user on exemption_certificates (user_id, id);
create index exemption_certificates_pending on exemption_certificates (id) where state = 'pending';
create index exemption_certificates_expiring on exemption_certificates (expires_on, id) where state = 'approved';
create index exemption_certificates_uploaded_by on exemption_certificates (uploaded_by);
create index exemption_certificates_checked_by on exemption_certificates (checked_by);

create table exemption_files (
  certificate_id uuid primary key references exemption_certificates (id) on delete cascade,
  content bytea not null
);

-- The certificate that a payment has no sales tax for, and its words at that time.
alter table payments
  add column exemption_id uuid references exemption_certificates (id),
  add column exemption text not null default '';
create index payments_exemption on payments (exemption_id) where exemption_id is not null;
