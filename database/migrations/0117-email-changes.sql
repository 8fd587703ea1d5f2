-- Changes of an account's address: asked for, confirmed by a link to the new one, and for a while undone by a link to the
-- old one.

create table identity.email_change (
  id text primary key,
  "userId" text not null references identity."user" (id) on delete cascade,
  "oldEmail" text not null,
  "newEmail" text not null check ("newEmail" <> "oldEmail"),
  "requestedAt" timestamptz not null,
  "confirmedAt" timestamptz,
  -- Until then whoever reads the old address's mail gets the account back, and nobody else gets that address.
  "undoUntil" timestamptz check ("undoUntil" > "confirmedAt"),
  -- How the account was logged in to before, by table.
  before jsonb,
  -- The contact messages that followed the person, with their addresses.
  messages jsonb,
  check (num_nonnulls("confirmedAt", "undoUntil", before, messages) in (0, 4))
);
-- A new request replaces the one before.
create unique index email_change_requested on identity.email_change ("userId") where "confirmedAt" is null;
create index email_change_of_user on identity.email_change ("userId");
create index email_change_from on identity.email_change ("oldEmail") where "confirmedAt" is not null;

create function identity.keep_old_emails() returns trigger language plpgsql as $$
begin
  if exists (select from identity.email_change
    where "oldEmail" = new.email and "confirmedAt" is not null and "userId" <> new.id) then
    raise unique_violation using constraint = 'user_email_of_undo', message = 'the address can still get its account back';
  end if;
  return null;
end
$$;
-- After the row is written: who waited for the change that frees the address then sees it.
create trigger user_email_of_undo after insert or update of email on identity."user"
  for each row execute function identity.keep_old_emails();
