-- The admin's list of checkouts that were asked for and never reached the store.
create index on store.intents (created_at, checkout_id) where invoice_id is null;
