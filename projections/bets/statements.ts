// The statements that change rows of bets.
import { unnestAs } from '../table.ts'
import { ending, settledLeg } from './tables.ts'

export const SETTLE = `
  update bet b set
    status = u.status,
    return_cents = u.return_cents,
    settled_at = u.settled_at,
    graded = u.graded,
    settled_event = u.settled_event
  from ${unnestAs(ending.columns)}
  where b.bet_id = u.bet_id and b.status = 'pending'`

/** Settlements of this batch by a result that is no longer current. */
export const SETTLED_BY_OLD_RESULT = `
  insert into superseded_bet (bet_id, fixture_id, settled_result, current_result)
  select u.bet_id, u.fixture_id, u.result, d.result
  from ${unnestAs(settledLeg.columns)}
  join decided_fixture d on d.fixture_id = u.fixture_id and d.result > u.result
  on conflict (bet_id, fixture_id) do update set current_result = excluded.current_result`

/** Settlements of earlier batches whose result was replaced in this one. */
export const SUPERSEDED = `
  insert into superseded_bet (bet_id, fixture_id, settled_result, current_result)
  select l.bet_id, l.fixture_id, l.result, d.result
  from settled_leg l join decided_fixture d on d.fixture_id = l.fixture_id and d.result > l.result
  where l.fixture_id = any($1::text[])
  on conflict (bet_id, fixture_id) do update set current_result = excluded.current_result`
