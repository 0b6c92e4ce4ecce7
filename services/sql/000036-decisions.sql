-- Why somebody retried or skipped a parked event, and the command that decided several together; null: one, by ops.
alter table projecting.decisions add column reason text, add column command_id uuid;
