-- How far each read model has come. Rows and checkpoint commit together.
create table projection_checkpoint (
  projection text primary key,
  log_id text not null,
  -- opaque; null before the first event
  position text,
  hash text,
  -- the last event folded, as '<stream>@<version>'
  event text,
  -- ledger number of the last event folded, -1 before the first
  number bigint not null default -1,
  -- SHA-256 of the read model's definition: rows made by another definition are rebuilt
  definition text not null,
  -- set when the fold stopped at an event: the reads say that they are stale
  failed text
);

-- One row per account: standing and balances.
create table account (
  account_id text primary key,
  role text not null,
  opened_by text not null,
  opened_at timestamptz not null,
  blocked boolean not null,
  closed boolean not null,
  -- the bettor wishes for the end of the account
  closing boolean not null,
  wallet_cents bigint not null,
  float_cents bigint not null,
  owed_cents bigint not null,
  -- version of the account's stream that this row has seen
  version integer not null
);
-- the few who are admins
create index account_of_admins on account (opened_at, account_id) where role <> 'user';
-- the back office's list of users
create index bettor_by_opening on account (opened_at desc, account_id) where role = 'user' and not closed;
create index bettor_by_age on account (opened_at, account_id) where role = 'user' and not closed;
create index bettor_by_balance on account (wallet_cents, account_id) where role = 'user' and not closed;
create index bettor_by_creator on account (opened_by, account_id) where role = 'user' and not closed;
-- the few that are blocked, wish to be closed or owe something
create index bettor_apart on account (account_id)
  where role = 'user' and not closed and (blocked or closing or owed_cents < 0);
-- those whose accounts came to their end
create index bettor_gone on account (account_id) where role = 'user' and closed;

-- One row per decision that waits for a second admin; gone when it is approved or declined.
create table asked_settlement (
  -- id of the command that asked
  request_id text primary key,
  -- of the fixture, or of the account whose bet it is about
  stream text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  moves_cents bigint not null,
  -- the event's data
  data json not null,
  asked_event text not null
);
create index asked_settlement_by_time on asked_settlement (asked_at, request_id);

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
  -- the commitment to its text
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
  -- what the event says, where no other read model has it
  detail json,
  hash text not null
);
-- the second and further games that an event is about
create table audit_fixture (
  fixture_id text not null,
  number bigint not null,
  primary key (fixture_id, number)
);
-- of every thousand events in a row the earliest and the latest time: times and ledger numbers rise together, but not strictly
create table audit_span (
  -- ledger numbers from here on
  span bigint primary key,
  first_at timestamptz not null,
  last_at timestamptz not null
);
-- a wait token names an event by position and hash
create unique index audit_by_position on audit (position);
create index audit_by_stream on audit (stream, version);
-- each filter walks one of these from its newest event back; kinds, and who did something of a kind, are filtered in the
-- index alone: rows of one account lie all over the table
create index audit_by_type on audit (type, number) include (actor_id);
create index audit_by_account on audit (account_id, number) include (type) where account_id is not null;
create index audit_by_actor on audit (actor_id, number) include (type) where actor_id is distinct from account_id;
create index audit_by_counterparty on audit (counterparty, number) where counterparty is not null;
create index audit_by_approver on audit (approved_by, number) where approved_by is not null;
create index audit_by_bet on audit (bet_id, number) where bet_id is not null;
create index audit_by_fixture on audit (fixture_id, number) where fixture_id is not null;
create index audit_by_amount on audit (amount_cents, number) include (type) where amount_cents is not null;
create index audit_by_reason on audit (reason_text, number) where reason_text is not null;
-- what people of the desk decided about results and bets
create index audit_by_decision on audit (number) where actor_role in ('admin', 'super-admin')
  and type in ('ResultRecorded', 'ResultCorrected', 'FixtureAbandoned', 'MarketDecided', 'FixtureVoided', 'BetVoided', 'BetResettled');
-- what sets something anew, of which the one before says what was so until then
create index audit_by_setting on audit (stream, number)
  where type in ('BetCapsSet', 'PlayLimitSet', 'EmailChanged', 'GamesOfTheDaySaved', 'HousePriceSet', 'HousePriceWithdrawn');
create index audit_by_cause on audit (causation, number) where causation is not null;
-- what no query filters by needs no statistics
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

-- What all accounts of a kind hold together after each event that moved money: balances as of any moment. One account's own are
-- in its statement.
create table balance_total (
  -- ledger number of the event
  number bigint primary key,
  treasury_cents bigint not null,
  floats_cents bigint not null,
  wallets_cents bigint not null,
  owed_cents bigint not null,
  transit_cents bigint not null,
  stakes_cents bigint not null,
  profit_cents bigint not null,
  grants_cents bigint not null,
  goodwill_cents bigint not null
);

-- One row per bet, open and settled.
create table bet (
  bet_id text primary key,
  account_id text not null,
  status text not null check (status in ('pending', 'won', 'lost', 'refunded')),
  stake_cents bigint not null,
  odds text not null,
  -- as struck at placement
  struck_return_cents bigint not null,
  -- what was paid, once settled
  return_cents bigint,
  placed_at timestamptz not null,
  settled_at timestamptz,
  -- the legs of BetPlaced as they stand in the event
  legs json not null,
  -- the graded legs of BetSettled; null while open or voided by hand
  graded json,
  placed_event text not null,
  settled_event text,
  -- ledger number of BetPlaced: the order of open bets
  number bigint not null,
  -- the sports of its legs as the provider's keys begin, in the order of the alphabet and separated by spaces
  sports text not null,
  -- of a single, its market's key; 'parlay' otherwise
  market text not null,
  -- what it is about: each game, league and sport of its legs, in the order of the alphabet and separated by spaces
  topics text not null,
  -- ledger number of the event that settled it: the order of settled bets
  settled_number bigint,
  -- what is in force replaced an earlier settlement
  resettled boolean not null
);
-- every ending that a bet ever had: settled, voided by hand, settled again
create table bet_ending (
  -- ledger number of the event
  number bigint primary key,
  bet_id text not null,
  -- pending: a settlement was taken back, and the bet is open again
  status text not null,
  return_cents bigint,
  -- version of the settlement rules; null where a person decided
  rule integer,
  graded json
);
create index bet_ending_by_bet on bet_ending (bet_id, number);
-- what no query filters by needs no statistics
alter table bet
  alter legs set statistics 0,
  alter graded set statistics 0,
  alter placed_event set statistics 0,
  alter settled_event set statistics 0,
  alter sports set statistics 0,
  alter market set statistics 0;
alter table bet_ending
  alter graded set statistics 0;
-- a page of an account's bets, however many it has of the other kind
create index open_bet_by_account on bet (account_id, number desc) where status = 'pending';
create index settled_bet_by_account on bet (account_id, settled_number desc)
  -- what its bets are filtered and summed by, which would else be read from everywhere in the table
  include (status, settled_at, sports, market, stake_cents, return_cents, number) where status <> 'pending';
create index bet_by_number on bet (number desc);
-- everybody's bets, as the back office lists them: what is rare among them, and the largest stakes
create index open_bet_by_number on bet (number desc) where status = 'pending';
create index refunded_bet_by_number on bet (number desc) where status = 'refunded';
create index bet_by_stake on bet (stake_cents desc, number desc) include (status);
create index bet_by_topic on bet using gin (string_to_array(topics, ' '));
-- big stakes at risk
create index open_bet_by_stake on bet (stake_cents desc, number desc) where status = 'pending';

-- What the house made and what it may have to pay, as sums that the fold keeps: nobody counts bets.

-- what every bet was struck on, for when it ends or is opened again
create table book_bet (
  bet_id text primary key,
  stake_cents bigint not null,
  -- what it pays if it wins
  return_cents bigint not null,
  -- of all its legs, 'several' where they are of different ones
  league text not null,
  -- of a single; 'parlay' otherwise
  market text not null,
  -- of each leg: [fixture, market, point ('' without one), selection]
  legs json not null
);
alter table book_bet
  alter legs set statistics 0,
  alter league set statistics 0,
  alter market set statistics 0;

-- one row for each business day (Europe/Paris), league and market on which a bet was placed or settled
create table house_day (
  -- '2026-11-23'
  day text not null,
  league text not null,
  market text not null,
  -- bets placed on that day, and their stakes
  placed bigint not null,
  staked_cents bigint not null,
  -- bets settled or voided on that day, less those whose settlement was taken back on it; the house's profit is stakes - returns
  settled bigint not null,
  stakes_cents bigint not null,
  returns_cents bigint not null,
  primary key (day, league, market)
);

-- what open bets pay if an outcome comes; no row where none is open
create table liability (
  fixture_id text not null,
  market text not null,
  -- as the selection has it; '' without one
  point text not null,
  selection text not null,
  -- open single bets on it, and what they pay: exactly
  singles bigint not null,
  stakes_cents bigint not null,
  returns_cents bigint not null,
  -- open parlays with a leg on it, and what they pay if all their other legs win too
  parlays bigint not null,
  parlay_returns_cents bigint not null,
  -- the most that it can cost: both returns together
  exposure_cents bigint not null,
  primary key (fixture_id, market, point, selection)
);
create index liability_by_exposure on liability (exposure_cents desc, fixture_id, market, point, selection);
-- the other orders, in which what is equal is put in its place as it is read
create index liability_by_stakes on liability (stakes_cents);
create index liability_by_singles on liability (returns_cents);
create index liability_by_parlays on liability (parlay_returns_cents);
create index liability_gone on liability (fixture_id) where singles = 0 and parlays = 0;

-- One row per event of a game that changed settled bets: a result that was corrected, a market decided anew, a game voided after
-- its end.
create table corrected_result (
  fixture_id text not null,
  -- of that event on the fixture's stream
  version integer not null,
  -- settlements that were taken back because of it, and how many of these bets are open again
  bets bigint not null,
  reopened bigint not null,
  returned_before_cents bigint not null,
  returned_after_cents bigint not null,
  -- ledger number of the last settlement that it changed
  number bigint not null,
  primary key (fixture_id, version)
);
create unique index corrected_result_by_number on corrected_result (number);

-- Every value that a setting of the book has had; the newest is in force.
create table desk_setting (
  setting text not null,
  -- ledger number of the event: in force from there on
  number bigint not null,
  -- null: it had none before
  before text,
  after text not null,
  at timestamptz not null,
  -- an account, or 'setup' for what the environment said at the first start
  actor text not null,
  -- commitment to the reason
  reason text,
  primary key (setting, number)
);

-- What betting is stopped on now; '' stands for all fixtures, and for all markets of one.
create table betting_stop (
  fixture_id text not null,
  market text not null,
  number bigint not null,
  since timestamptz not null,
  actor text not null,
  reason text,
  primary key (fixture_id, market)
);

-- How many messages are named: where there are others, somebody deleted some, and nothing is pruned.
create table evidence_count (
  one boolean primary key check (one),
  messages bigint not null
);
insert into evidence_count values (true, 0);

-- The provider's messages that the ledger names, so that none of them is pruned. A message about a fixture that nobody
-- bet on needs not be kept.
create table evidence (
  fixture_id text not null,
  -- SHA-256 of the provider's message
  message text not null,
  -- quote: a bet was struck at a price in it; score: a result was read from it
  kind text not null check (kind in ('quote', 'score')),
  -- business time of the first event that named it
  named_at timestamptz not null,
  primary key (fixture_id, message)
);
-- how far the model has come, in business time
create index evidence_by_time on evidence (named_at desc);

-- One row per fixture with its result.
create table fixture (
  fixture_id text primary key,
  source text not null,
  league text not null,
  home text not null,
  away text not null,
  starts_at timestamptz not null,
  listed_at timestamptz not null,
  -- version of the fixture's stream that this row has seen
  version integer not null,
  result_home integer,
  result_away integer,
  -- version of the event that decided it
  result_version integer,
  abandoned boolean not null,
  closed_at timestamptz
);
create index fixture_by_start on fixture (starts_at);
-- the words of the teams' names without accents, as find.ts looks for them
create index fixture_by_team on fixture using gin (to_tsvector('simple', translate(home || ' ' || away,
  'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöøùúûüýÿĄĆĘŁŃŚŹŻČĎĚŇŘŠŤŮŽŐŰĞİŞȚĂȘĐąćęłńśźżčďěňřšťůžőűğışțășđ',
  'AAAAAACEEEEIIIINOOOOOOUUUUYaaaaaaceeeeiiiinoooooouuuuyyACELNSZZCDENRSTUZOUGISTASDacelnszzcdenrstuzougistasd')));

-- what ever decided it, in the order of its stream: results, their corrections, abandonment, markets decided by hand
create table fixture_decision (
  fixture_id text not null,
  -- of the event on the fixture's stream
  version integer not null,
  type text not null,
  at timestamptz not null,
  -- the event's data
  data json not null,
  primary key (fixture_id, version)
);

-- the price of the house in force
create table house_price (
  fixture_id text primary key,
  -- version of the fixture's stream that set it
  price_version integer not null,
  home text not null,
  -- null: no draw is offered
  draw text,
  away text not null,
  saved_at timestamptz not null
);

create table provider_fixture (
  provider_id text primary key,
  fixture_id text not null
);

-- the last time that an admin released a suspended market
create table market_release (
  fixture_id text not null,
  market text not null,
  -- of the suspension
  since timestamptz not null,
  released_at timestamptz not null,
  primary key (fixture_id, market)
);

-- listings that may have been one game and are two, as an admin decided
create table kept_apart (
  older_fixture text not null,
  newer_fixture text not null,
  decided_by text not null,
  decided_at timestamptz not null,
  primary key (older_fixture, newer_fixture)
);

-- One row per admin and business day on which the float moved, or which its admin closed.
create table float_day (
  account_id text not null,
  -- '2026-11-23'
  day text not null,
  opening_cents bigint not null,
  -- sums of the day by kind; negative: it went out
  granted_cents bigint not null,
  drawn_cents bigint not null,
  given_back_cents bigint not null,
  deposited_cents bigint not null,
  withdrawn_cents bigint not null,
  returned_cents bigint not null,
  closing_cents bigint not null,
  -- ledger number of the last event that counts on it; null where none does
  last_number bigint,
  -- ledger number and time of its close; null while it is not closed
  closed_number bigint,
  closed_at timestamptz,
  primary key (account_id, day)
);

-- The house's own accounts, and what all bets and bettors come to: always one row.
create table house (
  one boolean primary key check (one),
  -- balances of the ledger's accounts: below zero by what they have paid out
  treasury_cents bigint not null,
  grants_cents bigint not null,
  -- over settled bets: stakes - returns
  profit_cents bigint not null,
  -- bets no longer open: won, lost or refunded
  settled_bets bigint not null,
  open_bets bigint not null,
  open_stakes_cents bigint not null,
  transit_cents bigint not null,
  -- accounts of bettors that are not closed, and what the wallets of all hold together
  bettors bigint not null,
  wallets_cents bigint not null,
  -- paid to bettors as admins decided, below zero like grants
  goodwill_cents bigint not null
);
insert into house values (true, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

-- One row per note of the desk about a bettor. What it says is personal, and in identity's tables.
create table note (
  -- to its text
  commitment text primary key,
  account_id text not null,
  -- ledger number of the event: the order of notes
  number bigint not null,
  admin_id text not null,
  at timestamptz not null
);
create index note_by_account on note (account_id, number desc);

-- What the house offers beside the feed.
create table blacklisted_league (
  league text primary key,
  since timestamptz not null
);

-- the list as it was saved last, in its order
create table game_of_the_day (
  place integer primary key,
  fixture_id text not null
);

-- one row once a list was saved, were it an empty one
create table games_of_the_day_save (
  one boolean primary key check (one),
  saved_at timestamptz not null
);

-- How often each fixture was bet on, counted as bets are placed.
create table fixture_popularity (
  fixture_id text primary key,
  bets bigint not null
);

-- What settling needs, and nothing that a screen shows but the counts of open legs. Always one row with what the tables
-- must hold: rows that somebody deleted are noticed, and the model is built anew.
create table settlement (
  one boolean primary key check (one),
  open_legs bigint not null,
  decided_fixtures bigint not null
);
insert into settlement values (true, 0, 0);

-- the legs of open bets, by fixture: what the settler looks for; those of an account together, whose stream it then reads once
create table open_leg (
  fixture_id text not null,
  bet_id text not null,
  leg smallint not null,
  account_id text not null,
  primary key (fixture_id, account_id, bet_id, leg)
);
create index open_leg_by_bet on open_leg (bet_id);

-- every fixture that was ever bet on, and how many of the legs are open
create table fixture_bets (
  fixture_id text primary key,
  open_legs bigint not null
);

-- the event in force that decided each fixture, by its version on the fixture's stream
create table decided_fixture (
  fixture_id text primary key,
  result integer not null
);

-- bets settled within the resettlement window, and superseded ones for ever
create table settled_bet (
  bet_id text primary key,
  account_id text not null,
  settled_at timestamptz not null,
  -- of all its legs, counted or not, in their order and separated by spaces
  fixtures text not null
);
create index settled_bet_by_time on settled_bet (settled_at);

-- their legs that counted, so that a correction finds them
create table settled_leg (
  fixture_id text not null,
  bet_id text not null,
  result integer not null,
  primary key (fixture_id, bet_id)
);
create index settled_leg_by_bet on settled_leg (bet_id);

-- settled legs that named a result older than the one in force, whichever came first in the log: queued for resettlement
create table superseded_bet (
  bet_id text not null,
  fixture_id text not null,
  -- the result version that the settlement named, and the one in force
  settled_result integer not null,
  current_result integer not null,
  primary key (bet_id, fixture_id)
);
create index superseded_bet_by_fixture on superseded_bet (fixture_id, bet_id);

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

-- One row per account that ever placed a bet: what the profile shows. A refunded bet is taken out again.
create table user_statistics (
  account_id text primary key,
  total_bets bigint not null,
  total_stake_cents bigint not null,
  -- paid back on won bets
  total_winnings_cents bigint not null,
  -- over settled bets: returns - stakes
  profit_cents bigint not null,
  -- bets still open, part of total_bets
  open_bets bigint not null
);

-- One row per transfer in transit; gone when received or returned.
create table transfer (
  transfer_id text primary key,
  sender text not null,
  from_purse text not null,
  receiver text not null,
  into_purse text not null,
  amount_cents bigint not null,
  purpose text not null,
  sent_at timestamptz not null,
  sent_recorded_at timestamptz not null,
  sent_event text not null
);

-- What was handed out from the treasury for admins' floats, and what waits: one row per draw, and per float that a super admin
-- raised, whose id is the event that did.
create table treasury_draw (
  draw_id text primary key,
  account_id text not null,
  amount_cents bigint not null,
  -- budget: within that of the day. approval: beyond it. super-admin: a grant of the super admin's own
  basis text not null,
  requested_by text not null,
  at timestamptz not null,
  -- waiting, granted, declined, replaced
  state text not null,
  -- the float was raised by it
  paid boolean not null,
  decided_by text,
  decided_at timestamptz,
  -- the event that asked for it, then the one that granted it, and when that was recorded
  event text not null,
  recorded_at timestamptz not null
);
create index treasury_draw_by_time on treasury_draw (at, draw_id);
create index treasury_draw_waiting on treasury_draw (at) where state = 'waiting';
create index treasury_draw_unpaid on treasury_draw (recorded_at) where state = 'granted' and not paid;
