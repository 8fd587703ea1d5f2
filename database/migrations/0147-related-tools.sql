-- The accessories that staff pinned to a tool, in order.
create table tool_accessories (
  tool_id uuid not null references tools (id) on delete cascade,
  place smallint not null check (place between 0 and 7),
  accessory_id uuid not null references tools (id) on delete cascade,
  primary key (tool_id, place),
  constraint tool_accessories_once unique (tool_id, accessory_id),
  constraint tool_accessories_of_others check (accessory_id <> tool_id)
);
create index tool_accessories_by_accessory on tool_accessories (accessory_id);

-- Who bought a tool, and what else they bought, the latest first, from the index alone.
create index orders_sold_of_tool on orders (tool_id, id desc) include (user_id) where state in ('paid', 'shipped');
create index orders_sold_to_user on orders (user_id, id desc) include (tool_id) where state in ('paid', 'shipped');
