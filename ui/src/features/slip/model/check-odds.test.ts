import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OddsPolicy } from '#ui/model/slip/reducer.ts'
import { pick } from '#ui/model/slip/selection.fixture.ts'
import { CHECK_LIMIT_MS, checkSelections, judge, movedText, SELECTION_LIMIT_MS, type Verdict } from './check-odds.ts'

const unable = 'Unable to validate current odds. Proceeding with your selection.'
const inTime = 'Odds validation completed. Proceeding with your selection.'
const judged = (picked: string, price: number | null, policy: OddsPolicy = 'within-10-percent') =>
  judge(policy, pick('e1', 'Arsenal', picked), price)

describe('one selection against the price on offer', () => {
  it('confirms what has not moved', () =>
    expect(judged('2.10', 2.1)).toEqual({ kind: 'confirmed', odds: '2.10', text: 'Odds confirmed: 2.10' }))

  it('takes changes up to ten percent, at the new odds', () => {
    expect(judged('2.00', 2.2)).toEqual({ kind: 'confirmed', odds: '2.20', text: 'Odds confirmed: 2.20' })
    expect(judged('2.00', 1.8)).toEqual({ kind: 'confirmed', odds: '1.80', text: 'Odds confirmed: 1.80' })
  })

  it('asks about changes beyond ten percent, with both odds', () => {
    expect(judged('2.00', 2.21)).toEqual({
      kind: 'changed',
      odds: '2.21',
      text: 'Odds have increased from 2.00 to 2.21 (10.5% change). Please review your bet.',
    })
    expect(judged('2.00', 1.5)).toEqual({
      kind: 'changed',
      odds: '1.50',
      text: 'Odds have decreased from 2.00 to 1.50 (25.0% change). Please review your bet.',
    })
  })

  it('asks about any change where the bettor takes none', () => {
    expect(judged('2.00', 2.01, 'none')).toMatchObject({ kind: 'changed', odds: '2.01' })
    expect(judged('2.00', 2, 'none')).toMatchObject({ kind: 'confirmed', odds: '2.00' })
  })

  it('says what is no longer on offer', () =>
    expect(judged('2.10', null)).toEqual({
      kind: 'gone',
      odds: null,
      text: 'Selection "Arsenal" is no longer available.',
    }))

  it('takes a leap of more than 1000 percent for an error in the data', () => {
    expect(judged('2.00', 22.1)).toEqual({ kind: 'confirmed', odds: '2.00', text: 'Odds confirmed: 2.00' })
    expect(judged('2.00', 22.1, 'none')).toMatchObject({ kind: 'confirmed', odds: '2.00' })
    expect(judged('2.00', 22)).toMatchObject({ kind: 'changed', odds: '22.00' })
  })

  it('reads American prices', () => {
    expect(judged('2.50', 150)).toMatchObject({ kind: 'confirmed', odds: '2.50' })
    expect(judged('1.50', -200)).toMatchObject({ kind: 'confirmed', odds: '1.50' })
    expect(judged('2.50', 200)).toMatchObject({ kind: 'changed', odds: '3.00' })
  })

  it('takes a decimal long shot for what it is', () => {
    expect(judged('151.00', 151)).toMatchObject({ kind: 'confirmed', odds: '151.00' })
    expect(judged('98.00', 105)).toMatchObject({ kind: 'confirmed', odds: '105.00' })
  })

  it('words a change that is taken', () =>
    expect(movedText('1.88', '1.95')).toBe('Odds have increased from 1.88 to 1.95 (3.7% change).'))
})

describe('the check of a slip', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const never = () => new Promise<number>(() => {})
  const selections = [pick('e1', 'Arsenal'), pick('e2', 'Napoli', '1.95')]
  const check = (priceOf: Parameters<typeof checkSelections>[0]['priceOf'], slip = selections) =>
    checkSelections({ selections: slip, policy: 'within-10-percent', priceOf })
  const texts = (verdicts: Map<string, Verdict>) => [...verdicts.values()].map((verdict) => verdict.text)

  it('judges every selection and tells each as it is known', async () => {
    const told: string[] = []
    const verdicts = await checkSelections({
      selections,
      policy: 'within-10-percent',
      priceOf: async ({ eventId }) => (eventId === 'e1' ? 2.1 : null),
      onVerdict: (betKey, verdict) => told.push(`${betKey} ${verdict.kind}`),
    })
    expect(texts(verdicts)).toEqual(['Odds confirmed: 2.10', 'Selection "Napoli" is no longer available.'])
    expect(told).toEqual(['e1|h2h||Arsenal confirmed', 'e2|h2h||Napoli gone'])
  })

  it('lets a selection through whose odds cannot be looked up', async () => {
    const verdicts = await check(async ({ eventId }) => {
      if (eventId === 'e1') throw new Error('no connection')
      return 1.95
    })
    expect(texts(verdicts)).toEqual([unable, 'Odds confirmed: 1.95'])
    expect(verdicts.get('e1|h2h||Arsenal')?.odds).toBe('2.10')
  })

  it('waits for one selection no longer than its own limit', async () => {
    const checking = check(async ({ eventId }) => (eventId === 'e1' ? never() : 1.95))
    await vi.advanceTimersByTimeAsync(SELECTION_LIMIT_MS)
    expect(texts(await checking).sort()).toEqual(['Odds confirmed: 1.95', unable])
  })

  it('waits for a long slip no longer than the limit for all', async () => {
    const many = Array.from({ length: 14 }, (_, index) => pick(`e${index}`, 'Home'))
    const checking = check(never, many)
    await vi.advanceTimersByTimeAsync(CHECK_LIMIT_MS)
    const counts = Object.groupBy(texts(await checking), (text) => text)
    // Six at once: the first six run out of their own time, the others out of the slip's.
    expect([counts[unable]?.length, counts[inTime]?.length]).toEqual([6, 8])
  })

  it('leaves no timer behind', async () => {
    await check(async () => 2.1)
    expect(vi.getTimerCount()).toBe(0)
  })
})
