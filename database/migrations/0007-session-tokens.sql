-- Session tokens that have been exchanged for the next one. A session's last one stays as long as the session, so that
-- an answer that was lost on its way can be given again; older ones only for a while.

create table identity.spent_session_tokens (
  -- SHA-256 in hexadecimal digits.
  token_hash text primary key,
  session_id text not null references identity.session (id) on delete cascade,
  spent_at timestamptz not null,
  -- The `Idempotency-Key` of the call that spent it.
  attempt_key text,
  -- The token that followed, hashed likewise.
  successor_hash text not null
);
create index spent_session_tokens_of_session on identity.spent_session_tokens (session_id, spent_at);
create index spent_session_tokens_by_age on identity.spent_session_tokens (spent_at);
