-- What the staff write down about a customer, for each other. No answer to the customer holds it.
create table customer_notes (
  id uuid primary key,
  user_id uuid not null references users (id),
  author_id uuid references users (id),
  note text not null check (note <> ''),
  created_at timestamptz not null
);
create index customer_notes_of_user on customer_notes (user_id, id);

create index reviews_of_user on reviews (user_id, id) where user_id is not null;
-- Few are blocked, among however many.
create index users_blocked on users (id) where blocked_reason is not null;
