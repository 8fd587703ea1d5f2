-- Which versions of the legal pages a buyer was given with the email of a payment (decision 129), and which declarations of
-- withdrawal have been handled (decision 128): a job that runs twice opens no second return and sends no second email.
-- The version before neither reads nor writes them.
create table given_texts (
  payment_id uuid not null references payments (id),
  publication_id uuid not null references legal_publications (id),
  primary key (payment_id, publication_id)
);
create index given_texts_of_publication on given_texts (publication_id);

create table declared_withdrawals (
  -- The order whose number was declared.
  order_id uuid not null references orders (id),
  declared_at timestamptz not null,
  primary key (order_id, declared_at)
);
