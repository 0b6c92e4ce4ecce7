-- The keys under which personal data is sealed (docs/architecture.md#erasure).
create schema vault;
-- One data key per subject (a person, or a day's visitors), wrapped by MASTER_KEY. Deleting the row erases the subject.
create table vault.keys (
  subject text primary key,
  wrapped bytea not null,
  created_at timestamptz not null default now()
);
-- What MASTER_KEY and CLAIM_KEY must reproduce, so that a wrong key refuses to start.
create table vault.key_checks (name text primary key, value bytea not null);

grant usage on schema vault to framelift_app;
grant select, insert, update, delete on vault.keys, vault.key_checks to framelift_app;
