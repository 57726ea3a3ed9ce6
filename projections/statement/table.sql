-- One row per line of an account: what came and went, with the balance after it. A bettor's is the wallet, an admin's the float.
create table statement_line (
  account_id text not null,
  -- ledger number of the event, and the line's place among its lines
  number bigint not null,
  line smallint not null,
  at timestamptz not null,
  kind text not null,
  -- negative: it went out
  amount_cents bigint not null,
  balance_cents bigint not null,
  bet_id text,
  -- with what lines are filtered by, which would else be read from everywhere in the table
  primary key (account_id, number, line) include (at, kind)
);
-- what an account owed at any moment is the sum of these, which are rare
create index statement_debt on statement_line (account_id, number) include (amount_cents) where kind = 'debt';
-- what no query filters by needs no statistics
alter table statement_line
  alter amount_cents set statistics 0,
  alter balance_cents set statistics 0,
  alter bet_id set statistics 0;
