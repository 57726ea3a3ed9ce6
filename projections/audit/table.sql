-- One row per event: who did what, when, on whose behalf and why.
create table audit (
  number bigint primary key,
  position text not null,
  stream text not null,
  version integer not null,
  type text not null,
  at timestamptz not null,
  recorded_at timestamptz not null,
  actor_id text not null,
  actor_role text not null,
  session text,
  command_id text not null,
  correlation text not null,
  causation text,
  reason_code text,
  -- commitment to its text
  reason_text text,
  approved_by text,
  -- whose account the event is on, and the other account that it names
  account_id text,
  counterparty text,
  bet_id text,
  -- the only game that it is about, or the first; others are in audit_fixture
  fixture_id text,
  -- the amount that the event is about
  amount_cents bigint,
  -- the event's data, if no other read model has it
  detail json,
  hash text not null
);
-- the second and further games that an event is about
create table audit_fixture (
  fixture_id text not null,
  number bigint not null,
  primary key (fixture_id, number)
);
-- the earliest and latest time of every thousand events in a row: times rise with ledger numbers, but not strictly
create table audit_span (
  -- first ledger number of the span
  span bigint primary key,
  first_at timestamptz not null,
  last_at timestamptz not null
);
-- a position token names an event by position and hash
create unique index audit_by_position on audit (position);
create index audit_by_stream on audit (stream, version);
-- each filter walks one of these from its newest event back; types, and actors of a type, are filtered in the index alone,
-- because the rows of one account are scattered over the table
create index audit_by_type on audit (type, number) include (actor_id);
create index audit_by_account on audit (account_id, number) include (type) where account_id is not null;
create index audit_by_actor on audit (actor_id, number) include (type) where actor_id is distinct from account_id;
create index audit_by_counterparty on audit (counterparty, number) where counterparty is not null;
create index audit_by_approver on audit (approved_by, number) where approved_by is not null;
-- events about a bet except its placement and endings, whose numbers are in bet and bet_ending
create index audit_by_bet on audit (bet_id, number) where bet_id is not null
  and type not in ('BetPlaced', 'BetSettled', 'BetVoided', 'BetResettled');
create index audit_by_fixture on audit (fixture_id, number) where fixture_id is not null;
create index audit_by_amount on audit (amount_cents, number) include (type) where amount_cents is not null;
create index audit_by_reason on audit (reason_text, number) where reason_text is not null;
-- what admins decided about results and bets
create index audit_by_decision on audit (number) where actor_role in ('admin', 'super-admin')
  and type in ('ResultRecorded', 'ResultCorrected', 'FixtureAbandoned', 'MarketDecided', 'FixtureVoided', 'BetVoided', 'BetResettled');
-- events that set a value again; the previous one of the stream has the old value
create index audit_by_setting on audit (stream, number)
  where type in ('BetCapsSet', 'PlayLimitSet', 'EmailChanged', 'GamesOfTheDaySaved', 'HousePriceSet', 'HousePriceWithdrawn');
create index audit_by_cause on audit (causation, number) where causation is not null;
-- columns that no query filters by need no statistics
alter table audit
  alter position set statistics 0,
  alter at set statistics 0,
  alter recorded_at set statistics 0,
  alter actor_role set statistics 0,
  alter session set statistics 0,
  alter command_id set statistics 0,
  alter correlation set statistics 0,
  alter reason_code set statistics 0,
  alter detail set statistics 0,
  alter hash set statistics 0;
