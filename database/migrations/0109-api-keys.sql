-- Keys for machines. Each belongs to a person, and ends with the role and the good standing that the person had.
create table api_keys (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  -- A person has at most as many keys as there are places.
  place smallint not null check (place between 1 and 20),
  name text not null check (name <> '' and length(name) <= 100),
  scopes text[] not null check (
    cardinality(scopes) > 0 and scopes <@ array[
      'orders:read', 'orders:write', 'refunds:read', 'refunds:write', 'invoices:read', 'invoices:write',
      'quotes:read', 'quotes:write', 'tools:read', 'tools:write', 'stock:read', 'stock:write',
      'customers:read', 'customers:write', 'reviews:read', 'reviews:write', 'messages:read', 'messages:write',
      'shop:read', 'shop:write', 'reports:read', 'activity:read', 'webhooks:read', 'webhooks:write'
    ]
  ),
  -- The SHA-256 of the key, of which 256 bits are random. The key itself is shown once, and not kept.
  hash bytea not null unique check (octet_length(hash) = 32),
  last_four text not null check (length(last_four) = 4),
  -- The networks that it may be used from; any if there are none.
  addresses cidr[] not null default '{}' check (cardinality(addresses) <= 20),
  created_at timestamptz not null,
  expires_at timestamptz check (expires_at > created_at),
  last_used_at timestamptz,
  ended_at timestamptz,
  unique (user_id, place)
);

-- Whatever changes a role, blocks a person, or takes their address away ends their keys in the same transaction.
create function end_api_keys() returns trigger language plpgsql as $$
begin
  update api_keys set ended_at = now() where user_id = new.id and ended_at is null;
  return null;
end
$$;
create trigger users_end_api_keys after update of role, blocked_reason, email on users for each row
  when (
    new.role <> old.role
    or (new.blocked_reason is not null and old.blocked_reason is null)
    or (new.email is null and old.email is not null)
  )
  execute function end_api_keys();

-- Which key acted, if it was not the person at a screen.
alter table audit_events add column api_key_id uuid;
