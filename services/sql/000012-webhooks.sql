-- Where webhooks are told, and with which secrets: sealed under a key of each webhook, for an address may hold a secret too.
create schema webhooks;
create table webhooks.endpoints (
  webhook_id text primary key,
  url jsonb not null,
  -- sealed secrets with the time until which each signs: [{ "secret": …, "until": null | ISO 8601 }], the newest first
  secrets jsonb not null
);
grant usage on schema webhooks to framelift_app;
grant select, insert, update, delete on webhooks.endpoints to framelift_app;
