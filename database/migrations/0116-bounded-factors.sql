-- Wrong codes of a session since it last passed one: the tenth ends it, so that no session guesses on for good.
alter table identity.session add column "wrongCodes" smallint not null default 0 check ("wrongCodes" between 0 and 9);

-- An account has at most 20 passkeys. Two that are added at once wait for each other.
create function identity.bound_passkeys() returns trigger language plpgsql as $$
begin
  perform from identity."user" where id = new."userId" for no key update;
  if (select count(*) from identity.passkey where "userId" = new."userId") >= 20 then
    raise exception using errcode = 'check_violation', constraint = 'passkeys_of_account',
      message = 'an account has at most 20 passkeys';
  end if;
  return new;
end $$;
create trigger passkeys_of_account before insert on identity.passkey
  for each row execute function identity.bound_passkeys();
