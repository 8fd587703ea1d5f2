-- Who did what, when and through which request: written in the transaction of what happened, and never changed.
-- Nothing is referenced by key, so that the trail outlives what it tells of.

create table audit_events (
  id uuid primary key,
  occurred_at timestamptz not null,
  -- 'visitor', 'user', 'admin', 'card provider', 'job …', 'command line' or 'start'.
  actor text not null,
  -- The user who acted, where it was one.
  actor_id uuid,
  request_id text,
  action text not null,
  -- What it is about.
  order_id uuid,
  tool_id uuid,
  user_id uuid,
  details jsonb not null default '{}'
);
create index audit_events_of_order on audit_events (order_id, id) where order_id is not null;
create index audit_events_of_tool on audit_events (tool_id, id) where tool_id is not null;

-- The application's role may not change the trail anyway; this holds for the tables' owner too.
create function keep_audit_events() returns trigger language plpgsql as $$
begin
  raise exception 'audit_events is append-only';
end
$$;
create trigger audit_events_append_only before update or delete or truncate on audit_events
  for each statement execute function keep_audit_events();
