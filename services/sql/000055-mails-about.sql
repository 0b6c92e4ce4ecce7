-- The affiliate that a mail to somebody else (an admin) is about: it goes where that person is erased.
alter table sandbox_mail.mails add column about text;
create index on sandbox_mail.mails (about) where about is not null;
