-- A reason is stored before its command is sent, which may be refused or have nothing left to do. Null once an event names it.
alter table app.reason_text add unnamed_since timestamptz default now();
create index reason_text_unnamed on app.reason_text (unnamed_since) where unnamed_since is not null;
