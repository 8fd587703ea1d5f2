-- How many unpaid orders a buyer has is counted with each that they place, and a price alone is looked for among them.
create index orders_unpaid_of_user on orders (user_id, total_cents) where state = 'unpaid';
