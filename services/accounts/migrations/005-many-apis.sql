-- What several api processes have to know of each other's work.

-- Failed sign-ins and sign-ups, counted by rate-limiter-flexible, whose table this is. A crash of Postgres may forgive them:
-- nothing here is worth a write to the disk.
create unlogged table app.attempt (
  key text primary key,
  points integer not null default 0,
  -- Unix time in ms
  expire bigint
);

-- Where the session's last command of the back office stands in the log, as the reply's X-Ledger-Position says it: what an
-- admin does is on other people's streams. A bettor's bets are found on his own.
alter table app.session add column wrote text;
