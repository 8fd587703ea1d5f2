-- What imgbb gave out, by the hash of the uploaded bytes, so that the same picture is uploaded once.

create table imgbb_pictures (
  hash text primary key check (hash ~ '^[0-9a-f]{32}$'),
  -- As `HostedPicture` of src/platform/image-host/image-host.ts.
  picture jsonb not null
);
