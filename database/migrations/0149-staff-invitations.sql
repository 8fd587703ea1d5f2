-- Invitations to become staff or an admin (decision 125), one for each email. A link is for one sending: it ends with the row, or
-- when the invitation is sent again.
-- The version before neither reads nor writes them.
create table staff_invitations (
  id uuid primary key,
  email text not null unique check (email <> '' and email = lower(email) and email not like '%@no-email.invalid'),
  role text not null check (role in ('staff', 'admin')),
  invited_by uuid not null references users (id),
  sent_at timestamptz not null,
  expires_at timestamptz not null check (expires_at > sent_at)
);

create index staff_invitations_invited_by on staff_invitations (invited_by);

-- Nobody gets a role by somebody who no longer has it: whatever takes an admin's role ends their invitations, in the same
-- transaction.
create function end_staff_invitations() returns trigger language plpgsql as $$
begin
  delete from staff_invitations where invited_by = new.id;
  return null;
end $$;
create trigger users_end_staff_invitations after update of role on users
  for each row when (old.role = 'admin' and new.role <> 'admin') execute function end_staff_invitations();
