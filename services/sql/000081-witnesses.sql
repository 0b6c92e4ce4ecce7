-- What each witness cosigned last (c2sp.org/tlog-witness), and how it answered.
create table log.witnesses (
  -- The name and id of its key.
  witness text primary key,
  asked_at timestamptz not null,
  -- A sentence; null: it cosigned when it was asked last.
  error text,
  -- The checkpoint with the log's signature, the witness's line, and the time in it.
  size bigint,
  note text,
  line text,
  signed_at timestamptz
);
grant select, insert, update on log.witnesses to framelift_app;
