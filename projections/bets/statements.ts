// The statements that change rows of bets.
import { unnestAs } from '../table.ts'
import { ending } from './tables.ts'

const END = `
  update bet b set
    status = u.status,
    return_cents = u.return_cents,
    settled_at = u.settled_at,
    graded = u.graded,
    settled_event = u.settled_event,
    settled_number = u.settled_number,
    resettled = u.resettled
  from ${unnestAs(ending.columns)}
  where b.bet_id = u.bet_id`

/** For open bets. */
export const SETTLE = `${END} and b.status = 'pending'`
/** For bets that had ended. */
export const RESETTLE = `${END} and b.status <> 'pending'`
