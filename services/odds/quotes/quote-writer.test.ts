// Several pollers write what they fetched in any order.
import { expect, it } from 'vitest'
import { SECOND } from '#services/platform/clock/durations.ts'
import { createStage } from '../testing/stage.ts'
import { messageOf } from './message.ts'
import { createQuoteWriter } from './quote-writer.ts'

const stage = createStage()

it('a message in two fetches has the time of the earlier one, whichever is written first', async () => {
  const writer = createQuoteWriter(stage.pool)
  const message = messageOf({ id: 'a game of two pollers' })
  const fixture = 'a'.repeat(32)
  const first = stage.clock.businessNow()
  const second = new Date(first.getTime() + 12 * SECOND)
  for (const fetchedAt of [second, first, second]) {
    const priced = [{ fixture, league: 'soccer_epl', bookmaker: null, prices: [], message }]
    await writer.writeOdds({ fetchedAt, priced, markets: ['h2h'], wholeLeague: null })
  }
  const { rows } = await stage.pool.query(
    'select fetched_at as "fetchedAt" from app.provider_message where hash = $1 and fixture_id = $2',
    [message.hash, fixture],
  )
  expect(rows).toEqual([{ fetchedAt: first }])
})
