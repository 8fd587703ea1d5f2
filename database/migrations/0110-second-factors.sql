-- Second factors of the embedded accounts: an authenticator app (TOTP, RFC 6238), passkeys (WebAuthn), and recovery codes for
-- when neither is at hand.

create table identity.authenticator (
  "userId" text primary key references identity."user" (id) on delete cascade,
  -- Encrypted with the shop's secret: codes are computed from it.
  secret text not null,
  -- Null until the first code has proved that the app has it.
  "confirmedAt" timestamptz,
  -- The time step of the last code that was taken: none is taken twice, nor an older one after it.
  "lastStep" bigint not null default 0
);

create table identity.passkey (
  id text primary key,
  -- The credential's own id, in base64url.
  "credentialId" text not null unique,
  "userId" text not null references identity."user" (id) on delete cascade,
  name text not null check (name <> ''),
  "publicKey" bytea not null,
  counter bigint not null,
  transports text[] not null,
  "createdAt" timestamptz not null,
  "lastUsedAt" timestamptz
);
create index passkey_of_user on identity.passkey ("userId");

create table identity.recovery_code (
  id text primary key,
  "userId" text not null references identity."user" (id) on delete cascade,
  -- Argon2id, like passwords.
  hash text not null
);
create index recovery_code_of_user on identity.recovery_code ("userId");

-- When a session passed a second factor. One that has not is good for nothing while its account has one.
alter table identity.session add column "factorAt" timestamptz;

create function identity.has_factor(subject text) returns boolean language sql stable as $$
  select exists (select from identity.authenticator where "userId" = subject and "confirmedAt" is not null)
    or exists (select from identity.passkey where "userId" = subject)
$$;
