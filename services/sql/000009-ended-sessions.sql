-- Sessions that were logged out before their token expired. Rows go when the token would have died anyway.
create table sign_in.ended_sessions (
  session_id text primary key,
  expires_at timestamptz not null
);
create index on sign_in.ended_sessions (expires_at);
grant select, insert, update, delete on sign_in.ended_sessions to framelift_app;
