-- Every mail that the shop sent while MAIL=mailbox.

create schema mailbox;

create table mailbox.messages (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  sent_at timestamptz not null default now()
);
