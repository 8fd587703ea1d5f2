-- Every change of what can be ordered of a tool, in rows that stay as they are: their sum is its available_quantity.
-- A row is written by the statement that changes the tool's counts, so that neither is ever without the other.

create table stock_movements (
  -- Drawn while the tool's row is locked: a tool's movements stand in the order in which they came about.
  id bigint generated always as identity primary key,
  tool_id uuid not null,
  kind text not null
    check (kind in ('received', 'adjusted', 'reserved', 'released', 'sold', 'returned', 'imported')),
  quantity integer not null,
  -- What could be ordered right after it.
  available_after integer not null check (available_after >= 0),
  -- Why, in the words of who did it.
  reason text check (reason <> ''),
  -- What it comes from, by code, and by id and the name that people know it by where it has them.
  cause text check (cause in ('opening', 'new_tool', 'order', 'delivery', 'import')),
  cause_id uuid,
  cause_name text check (cause_name <> ''),
  -- As in the audit trail.
  actor text not null check (actor ~ '^[a-z_:-]+$'),
  actor_id uuid,
  at timestamptz not null,
  constraint stock_movements_signed check (
    case
      when kind in ('received', 'released', 'returned') then quantity > 0
      when kind in ('reserved', 'sold') then quantity < 0
      else quantity <> 0
    end
  ),
  constraint stock_movements_adjusted_for_a_reason check (kind <> 'adjusted' or reason is not null),
  constraint stock_movements_cause_has_code check (cause is not null or (cause_id is null and cause_name is null))
);

-- What each tool has when its ledger is opened, also one that has left the shop; none where nothing can be ordered.
insert into stock_movements (tool_id, kind, quantity, available_after, cause, actor, at)
select id, 'received', available_quantity, available_quantity, 'opening', 'start', now()
from tools where available_quantity > 0 order by id;

-- After the rows, which makes both a matter of one pass.
alter table stock_movements add constraint stock_movements_of_known_tools foreign key (tool_id) references tools (id);
create index stock_movements_of_tool on stock_movements (tool_id, id desc) include (quantity);

-- The application's role may not change the ledger anyway; this holds for the tables' owner too.
create function keep_stock_movements() returns trigger language plpgsql as $$
begin
  raise exception 'stock_movements is append-only';
end
$$;
create trigger stock_movements_append_only before update or delete or truncate on stock_movements
  for each statement execute function keep_stock_movements();
