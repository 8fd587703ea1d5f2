-- A session is one row, and its bearer one random token of which only the SHA-256 is kept. It begins as the proof of a
-- sign-in, which passes the second factor and is exchanged once (`PUT /user/{email}`) for the access token; from then on the
-- row is found by the access token. `identity.session` stays for the version before, and is dropped in a later release.
create table sessions (
  id uuid primary key,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- The identity provider's id of the account.
  subject text not null,
  started_at timestamptz not null,
  -- When the access token was handed out; null for a proof.
  opened_at timestamptz,
  -- When its person last proved who they are.
  proved_at timestamptz not null,
  -- When it passed a second factor; without, it opens nothing while its account has one.
  factor_at timestamptz,
  -- Since it last passed one: the tenth ends it, so that no session guesses on for good.
  wrong_codes smallint not null default 0 check (wrong_codes between 0 and 9),
  -- The last use and its device, noted at most every five minutes.
  used_at timestamptz not null,
  user_agent text,
  network text
);
create index sessions_of_subject on sessions (subject);
