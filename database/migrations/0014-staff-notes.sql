-- What the staff write down about an order, for each other. No answer to a buyer holds it.
create table order_notes (
  id uuid primary key,
  order_id uuid not null references orders (id),
  author_id uuid references users (id),
  note text not null check (note <> ''),
  created_at timestamptz not null
);
create index order_notes_of_order on order_notes (order_id, id);
