// A bet in one statement, which is one transaction and one round trip; and queries that find out why it recorded
// nothing.

/** Stakes of today including this bet. */
const STAKED_TODAY = `case when staked_on = $4::date then staked_cents else 0 end + $3`

/**
 * $1 account, $2 key, $3 stake, $4 now, $5 hash of the request, $6 odds, $7 return, $8 session, $9 slot of the house,
 * $10 detail of the audit row, $11 to $17 the legs' columns. If it returns no row: see WHY_NOT. Of two with the same
 * key at once, the second violates the unique index.
 */
export const PLACE_BET = `
  with debit as (
    update account set
      balance_cents = balance_cents - $3,
      staked_on = $4::date, staked_cents = ${STAKED_TODAY},
      bets = bets + 1, open_bets = open_bets + 1, stakes_cents = stakes_cents + $3
    where account_id = $1 and not blocked and balance_cents >= $3
      and (max_stake_cents is null or $3 <= max_stake_cents)
      and (max_payout_cents is null or $7 <= max_payout_cents)
      and (day_limit_cents is null or ${STAKED_TODAY} <= day_limit_cents)
      and not exists (select from bet where bet.account_id = $1 and idempotency_key = $2)
    returning balance_cents
  ), placed as (
    insert into bet (account_id, idempotency_key, request_hash, stake_cents, odds, potential_return_cents, balance_cents, placed_at)
    select $1, $2, $5, $3, $6, $7, balance_cents, $4 from debit
    returning bet_id, balance_cents
  ), legs as (
    insert into leg (bet_id, leg, event_id, selection, odds, seen_odds, bookmaker, quoted_at, message_hash)
    select bet_id, leg, event_id, selection, leg_odds, seen_odds, bookmaker, quoted_at, message_hash
    from placed, unnest($11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::timestamptz[], $17::text[])
      with ordinality as l (event_id, selection, leg_odds, seen_odds, bookmaker, quoted_at, message_hash, leg)
  ), audited as (
    insert into audit (at, type, actor_id, actor_role, session, command, account_id, bet_id, event_id, amount_cents, balance_cents, detail)
    select $4, 'bet-placed', $1, 'user', $8, $2, $1, bet_id, ($11::text[])[1], $3, balance_cents, $10 from placed
  ), counted as (
    update house set open_bets = open_bets + 1, open_stakes_cents = open_stakes_cents + $3 from placed where slot = $9
  )
  select bet_id, balance_cents from placed`

/** $1 account, $2 key. */
export const FIRST_ANSWER = `
  select b.bet_id, b.balance_cents, b.odds, b.potential_return_cents, b.request_hash,
    (select json_agg(json_build_object('eventId', event_id, 'selection', selection, 'odds', l.odds, 'bookmaker', bookmaker,
       'quotedAt', to_char(quoted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by leg)
     from leg l where l.bet_id = b.bet_id) as legs
  from bet b where account_id = $1 and idempotency_key = $2`

/** $1 account, $2 stake, $3 return, $4 now. */
export const WHY_NOT = `
  select blocked, $2 > max_stake_cents or $3 > max_payout_cents as capped,
    case when staked_on = $4::date then staked_cents else 0 end + $2 > day_limit_cents as limited
  from account where account_id = $1`
