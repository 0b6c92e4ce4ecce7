-- Requests for a link that sets another password, until a job has worked them: the answer does not wait for it.
create table sign_in.reset_requests (
  id bigint generated always as identity primary key,
  -- keyed hash of the address; one request of each is kept at a time
  email_claim text not null unique,
  asked_at timestamptz not null default now()
);
grant select, insert, delete on sign_in.reset_requests to framelift_app;

-- The mailbox of a system without a mail server. Production has none and writes nothing here.
create schema sandbox_mail;
create table sandbox_mail.mails (
  id bigint generated always as identity primary key,
  sent_at timestamptz not null,
  message_id text not null,
  -- the stream of the account that was written to
  account_id text not null,
  address text not null,
  subject text not null,
  headers jsonb not null,
  html text not null,
  body text not null
);
create index on sandbox_mail.mails (account_id);
grant usage on schema sandbox_mail to framelift_app;
grant select, insert, delete on sandbox_mail.mails to framelift_app;
