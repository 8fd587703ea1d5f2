-- Every mail that the shop sent while MAIL=mailbox.

create schema mailbox;

create table mailbox.messages (
  id uuid primary key,
  -- The same for every try of one mail, so that it is kept once.
  message_id text not null unique,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  sent_at timestamptz not null default now()
);
