-- The store (docs/architecture.md#from-click-to-sale): what was intended before a checkout existed, what the provider said, and
-- which proofs are spent.
create schema store;

-- Committed before the provider is asked, so a checkout that nobody announced can be read beside the intents near it.
create table store.intents (
  checkout_id text primary key,
  fingerprint text,
  affiliate_id text,
  visit_id text,
  referred_at timestamptz,
  created_at timestamptz not null,
  -- `<provider>-<id>`.
  invoice text,
  url text
);
create index on store.intents (created_at);
-- Those that never reached the store, for admins.
create index on store.intents (created_at, checkout_id) where invoice is null;

-- What the provider said and was answered 200 for; worked through from here, so that a crash loses nothing.
create table store.notifications (
  provider text not null,
  key text not null,
  event text not null,
  invoice text,
  received_at timestamptz not null default now(),
  attempts int not null default 0,
  next_at timestamptz not null default now(),
  done_at timestamptz,
  problem text,
  primary key (provider, key)
);
create index on store.notifications (next_at) where done_at is null;
create index on store.notifications (done_at) where done_at is not null;

-- A solved challenge is accepted once. Rows go when the challenge would have expired anyway.
create table store.used_challenges (
  nonce text primary key,
  expires_at timestamptz not null
);

-- How far the reconciler has read at each provider. Invoices of before `began_at` that we never announced are none of the programme's.
create table store.reconciliation (
  provider text primary key,
  began_at timestamptz not null,
  completed_until timestamptz not null,
  refunded_at timestamptz
);

grant usage on schema store to framelift_app;
grant select, insert, update, delete on store.intents, store.notifications, store.used_challenges, store.reconciliation to framelift_app;
