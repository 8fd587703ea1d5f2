-- Staff between buyers and admins, blocked buyers, and an audit trail that is searched.

alter table users drop constraint users_role_check;
alter table users add constraint users_role_check check (role in ('user', 'staff', 'admin'));

-- Why a buyer may not order; null while they may.
alter table users add column blocked_reason text;
alter table users add constraint users_only_buyers_are_blocked check (blocked_reason is null or role = 'user');

-- Whoever takes the role of an admin away does so one after the other, and sees what those before have left.
create function keep_an_admin() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('toolyard last admin', 0));
  if not exists (
    select from users where role = 'admin' and email_verified and email is not null and id <> old.id
  ) then
    raise exception 'the last admin stays' using errcode = 'check_violation', constraint = 'users_keep_an_admin';
  end if;
  return coalesce(new, old);
end
$$;
create trigger users_keep_an_admin before update of role on users
  for each row when (old.role = 'admin' and new.role <> 'admin') execute function keep_an_admin();
create trigger users_keep_an_admin_row before delete on users
  for each row when (old.role = 'admin') execute function keep_an_admin();

-- The path of the page that a browser sent the request from.
alter table audit_events add column page text check (page like '/%' and length(page) <= 200);

-- Ids grow with the time, so each list of these is the newest first as it stands.
create index audit_events_of_action on audit_events (action, id);
create index audit_events_of_actor on audit_events (actor_id, id) where actor_id is not null;
create index audit_events_of_user on audit_events (user_id, id) where user_id is not null;
-- Small, and quick to keep up: the trail is written in the order of time.
create index audit_events_of_time on audit_events using brin (occurred_at);
