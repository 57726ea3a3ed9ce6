import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { pick } from '#ui/model/slip/selection.fixture.ts'
import type { OddsVerdict } from '../odds-verdict.ts'
import { checkOddsOfSlip, SELECTION_TIMEOUT_MS, SLIP_TIMEOUT_MS } from './check-odds.ts'

const failed = 'Unable to validate current odds. Proceeding with your selection.'
const timedOut = 'Odds validation completed. Proceeding with your selection.'

describe('the check of a slip', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const pending = () => new Promise<number>(() => {})
  const selections = [pick('e1', 'Arsenal'), pick('e2', 'Napoli', '1.95')]
  const check = (fetchPrice: Parameters<typeof checkOddsOfSlip>[0]['fetchPrice'], slip = selections) =>
    checkOddsOfSlip({ selections: slip, policy: 'within-10-percent', fetchPrice })
  const texts = (verdicts: Map<string, OddsVerdict>) => [...verdicts.values()].map((verdict) => verdict.text)

  it('assesses every selection and reports each verdict as it is known', async () => {
    const reported: string[] = []
    const verdicts = await checkOddsOfSlip({
      selections,
      policy: 'within-10-percent',
      fetchPrice: async ({ eventId }) => (eventId === 'e1' ? 2.1 : null),
      onVerdict: (betKey, verdict) => reported.push(`${betKey} ${verdict.kind}`),
    })
    expect(texts(verdicts)).toEqual(['Odds confirmed: 2.10', 'Selection "Napoli" is no longer available.'])
    expect(reported).toEqual(['e1|h2h||Arsenal confirmed', 'e2|h2h||Napoli gone'])
  })

  it('lets a selection pass whose odds cannot be looked up', async () => {
    const verdicts = await check(async ({ eventId }) => {
      if (eventId === 'e1') throw new Error('no connection')
      return 1.95
    })
    expect(texts(verdicts)).toEqual([failed, 'Odds confirmed: 1.95'])
    expect(verdicts.get('e1|h2h||Arsenal')?.odds).toBe('2.10')
  })

  it('waits for one selection no longer than its own timeout', async () => {
    const checking = check(async ({ eventId }) => (eventId === 'e1' ? pending() : 1.95))
    await vi.advanceTimersByTimeAsync(SELECTION_TIMEOUT_MS)
    expect(texts(await checking).sort()).toEqual(['Odds confirmed: 1.95', failed])
  })

  it('waits for a long slip no longer than the timeout of the slip', async () => {
    const many = Array.from({ length: 14 }, (_, index) => pick(`e${index}`, 'Home'))
    const checking = check(pending, many)
    await vi.advanceTimersByTimeAsync(SLIP_TIMEOUT_MS)
    const counts = Object.groupBy(texts(await checking), (text) => text)
    // Six requests at once: the first six run out of their own time, the others out of the slip's.
    expect([counts[failed]?.length, counts[timedOut]?.length]).toEqual([6, 8])
  })

  it('leaves no timer behind', async () => {
    await check(async () => 2.1)
    expect(vi.getTimerCount()).toBe(0)
  })
})
