-- What the shop answered to a contact message, by email, in the order of the ids; and since when a message is closed.
alter table contact_messages add column closed_at timestamptz;

create table contact_answers (
  id uuid primary key,
  message_id uuid not null references contact_messages (id) on delete cascade,
  author_id uuid references users (id),
  text text not null check (text <> ''),
  created_at timestamptz not null
);
create index contact_answers_of_message on contact_answers (message_id, id);

create index contact_messages_open on contact_messages (id) where closed_at is null;
create index contact_messages_closed on contact_messages (id) where closed_at is not null;
create index contact_messages_by_words on contact_messages using gin (list_words(name, email, message))
  with (fastupdate = off);
