-- Steps of the first run that an admin skipped, or did and no event shows: a test mail.
create schema first_run;
create table first_run.steps (
  step text primary key,
  state text not null check (state in ('done', 'skipped'))
);
grant usage on schema first_run to framelift_app;
grant select, insert, update on first_run.steps to framelift_app;
