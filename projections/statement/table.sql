-- One row per line of an account: what came and went, with the balance after it (a bettor's wallet, an admin's float).
create table statement_line (
  account_id text not null,
  -- ledger number of the event, and the line's place among its lines
  number bigint not null,
  line smallint not null,
  at timestamptz not null,
  kind text not null,
  -- negative amounts went out
  amount_cents bigint not null,
  balance_cents bigint not null,
  bet_id text,
  -- with what lines are filtered by, which otherwise would have to be read from all over the table
  primary key (account_id, number, line) include (at, kind)
);
-- the debt of an account at any moment is the sum of these; they are rare
create index statement_debt on statement_line (account_id, number) include (amount_cents) where kind = 'debt';
-- columns that no query filters by need no statistics
alter table statement_line
  alter amount_cents set statistics 0,
  alter balance_cents set statistics 0,
  alter bet_id set statistics 0;
