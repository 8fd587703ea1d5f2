-- How a payment was made. What the staff saw paid in cash or by transfer has no intent at the card provider, and names who says so.
alter table payments
  add column method text not null default 'card' check (method in ('card', 'cash', 'transfer')),
  -- What the staff found on the transfer, or on the slip.
  add column reference text not null default '',
  add column marked_by uuid references users (id),
  add constraint payments_by_hand_name_who check ((method = 'card') = (marked_by is null)),
  add constraint payments_by_hand_have_no_intent check (method = 'card' or intent_id is null),
  add constraint payments_reference_by_hand check (method <> 'card' or reference = '');
