-- What staff typed about a person goes from the audit trail when their account is erased: reasons of cancellations and
-- refunds, references of transfers. Nothing else of the trail changes, whoever tries.

-- Of an update, each row decides.
create or replace function keep_audit_events() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    return null;
  end if;
  raise exception 'audit_events is append-only';
end
$$;

create function keep_audit_facts() returns trigger language plpgsql as $$
begin
  if to_jsonb(new) - 'details' <> to_jsonb(old) - 'details'
    or new.details::jsonb <> old.details::jsonb - '{reason,reference}'::text[]
    or old.action not in ('order_cancelled', 'order_refunded', 'order_marked_paid')
    or not exists (select from orders join users on users.id = user_id
      where orders.id = old.order_id and erased_at is not null) then
    raise exception 'audit_events is append-only';
  end if;
  return new;
end
$$;
create trigger audit_events_keep_facts before update on audit_events
  for each row execute function keep_audit_facts();

-- The application's role may change no row of the trail; this does it for an erased person's orders.
create function erase_audit_texts(person uuid) returns void language sql security definer
  set search_path = public, pg_temp as $$
  update audit_events set details = details - '{reason,reference}'::text[]
  where order_id in (select id from orders where user_id = person)
    and action in ('order_cancelled', 'order_refunded', 'order_marked_paid')
    and details ?| '{reason,reference}'::text[]
$$;

select erase_audit_texts(id) from users where erased_at is not null;
