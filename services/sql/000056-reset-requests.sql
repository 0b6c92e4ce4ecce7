-- Requests are claimed as other work is: by one process at a time, with growing pauses.
alter table sign_in.reset_requests
  add column attempts int not null default 0,
  add column next_at timestamptz not null default now(),
  add column taken_by bigint,
  add column problem text;
grant update on sign_in.reset_requests to framelift_app;
