-- What people write into Get In Touch, which they may leave out; and whom an answer to an email goes to.

alter table contact_messages add column message text not null default '';
alter table mailbox.messages add column reply_to text;
