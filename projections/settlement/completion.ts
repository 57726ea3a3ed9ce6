// Completes the tables of a rebuilt settlement, once every row is copied.
import { RESETTLEMENT_WINDOW_MS } from '#domain/limits.ts'
import { endBets, forgetBefore, takeBack } from './statements.ts'

/** `start`: beginning of the resettlement window at the last event; '' if nothing was settled or decided. */
export function completionOf(start: string): { readonly text: string }[] {
  const forget = start === '' ? [] : [forgetBefore(`'${start}'`)]
  return [ENDED, TAKEN_BACK, SETTLED_ANEW, SUPERSEDED, ...forget, TOTALS].map((text) => ({ text }))
}

/** Bets that were no longer in memory when they ended. */
const ENDED = endBets('select bet_id, settled_at from ended')

const TAKEN_BACK = takeBack('select bet_id, is_open, settled_at from taken_back_bet')
const SETTLED_ANEW =
  'insert into settled_leg (fixture_id, bet_id, result) select fixture_id, bet_id, result from taken_back_leg'

const SUPERSEDED = `
  insert into superseded_bet (bet_id, fixture_id, settled_result, current_result)
  select distinct l.bet_id, l.fixture_id, l.result, f.result
  from settled_leg l
  join settled_bet b on b.bet_id = l.bet_id
  join decision d on d.fixture_id = l.fixture_id and d.result > l.result
  join decided_fixture f on f.fixture_id = l.fixture_id
  where b.settled_at >= d.at - interval '${RESETTLEMENT_WINDOW_MS} milliseconds'`

const TOTALS = `
  update settlement set open_legs = (select count(*) from open_leg),
    decided_fixtures = (select count(*) from decided_fixture)`
