-- Which session has taken a notification: what a process left that ended is free at once.
alter table store.notifications add column taken_by bigint;
