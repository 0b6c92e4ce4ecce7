-- A restore over a running system is an attempt too.
alter table backups.attempts drop constraint attempts_step_check;
alter table backups.attempts add constraint attempts_step_check check (step in ('backup', 'proof', 'restore'));
