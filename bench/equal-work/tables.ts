// The tables of the equal-work server: the rows that the product keeps about a bet, without indexes that placing and
// settling do not need.

export const TABLES = `
  create table session (
    token_hash bytea primary key,
    account_id text not null,
    expires_at timestamptz not null
  );
  create table account (
    account_id text primary key,
    blocked boolean not null default false,
    balance_cents bigint not null check (balance_cents >= 0),
    -- what the desk allows at most, and the bettor's own limit; null: nothing
    max_stake_cents bigint,
    max_payout_cents bigint,
    day_limit_cents bigint,
    -- the stakes of the last day that had any
    staked_on date not null default '-infinity',
    staked_cents bigint not null default 0,
    -- statistics
    bets bigint not null default 0,
    open_bets bigint not null default 0,
    stakes_cents bigint not null default 0
  ) with (fillfactor = 60);
  -- the offered board
  create table price (
    event_id text not null,
    selection text not null,
    odds text not null,
    bookmaker text not null,
    quoted_at timestamptz not null,
    starts_at timestamptz not null,
    message_hash text not null,
    primary key (event_id, selection)
  );
  create table bet (
    bet_id bigint generated always as identity primary key,
    account_id text not null,
    idempotency_key text not null,
    request_hash bytea not null,
    status text not null default 'pending',
    stake_cents bigint not null,
    odds text not null,
    potential_return_cents bigint not null,
    -- with the legs: the first answer, when the key comes again
    balance_cents bigint not null,
    placed_at timestamptz not null,
    unique (account_id, idempotency_key)
  );
  create index open_bet_by_account on bet (account_id, bet_id desc) where status = 'pending';
  create table leg (
    bet_id bigint not null,
    leg smallint not null,
    event_id text not null,
    selection text not null,
    odds text not null,
    seen_odds text not null,
    bookmaker text not null,
    quoted_at timestamptz not null,
    message_hash text not null,
    result text,
    primary key (bet_id, leg)
  );
  create index open_leg_by_event on leg (event_id) where result is null;
  create table audit (
    number bigint generated always as identity primary key,
    at timestamptz not null,
    type text not null,
    actor_id text not null,
    actor_role text not null,
    session text not null,
    command text not null,
    account_id text not null,
    bet_id bigint,
    event_id text,
    amount_cents bigint,
    balance_cents bigint,
    detail json
  );
  create index audit_by_account on audit (account_id, number);
  -- in slots, which are summed when they are read: one row would make every bet wait for the commit of the one before
  create table house (
    slot smallint primary key,
    open_bets bigint not null default 0,
    open_stakes_cents bigint not null default 0
  ) with (fillfactor = 20);
`

export const HOUSE_SLOTS = 256
