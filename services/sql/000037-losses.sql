-- Who went on after the database lost events, and when; null: nobody yet.
alter table log.losses add column accepted_at timestamptz, add column accepted_by text;
grant update (accepted_at, accepted_by) on log.losses to framelift_app;
-- A decision about an event that is lost must not hold for another one at its position.
grant delete on projecting.decisions to framelift_app;
