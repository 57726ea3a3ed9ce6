import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  asShown,
  emptySlip,
  type SlipAction,
  type SlipChange,
  type SlipState,
  singleStake,
  slipMode,
  slipReducer,
} from './reducer.ts'
import { pick } from './selection.fixture.ts'
import type { Selection } from './selection.ts'
import { parseSlip } from './storage.ts'

const changed = (state: SlipState, action: SlipChange) => slipReducer(state, asShown(action, state))
const slipAfter = (...actions: SlipChange[]) => actions.reduce(changed, emptySlip)
const toggled = (selection: Selection): SlipChange => ({ type: 'toggle', selection })

describe('picking', () => {
  it('adds a selection, and removes it again', () => {
    const arsenal = pick('e1', 'Arsenal')
    expect(slipAfter(toggled(arsenal)).selections).toEqual([arsenal])
    expect(slipAfter(toggled(arsenal), toggled(arsenal)).selections).toEqual([])
  })

  it('replaces another selection of the same event, in its place and without its stake', () => {
    const state = slipAfter(
      toggled(pick('e1', 'Arsenal')),
      toggled(pick('e2', 'Napoli')),
      { type: 'own-stake', betKey: 'e1|h2h||Arsenal', stake: '5' },
      toggled(pick('e1', 'Over', '1.90', 'totals', 2.5)),
    )
    expect(state.selections.map((selection) => selection.betKey)).toEqual(['e1|totals|2.5|Over', 'e2|h2h||Napoli'])
    expect(state.ownStakes).toEqual({})
  })

  it('toggles a price by how it is shown, whatever the stored slip has', () => {
    const arsenal = pick('e1', 'Arsenal')
    const [without, withIt] = [slipAfter(), slipAfter(toggled(arsenal))]
    expect(slipReducer(withIt, asShown(toggled(arsenal), without))).toBe(withIt)
    expect(slipReducer(without, asShown(toggled(arsenal), withIt))).toBe(without)
  })

  it('makes one selection a single, and uses the preferred mode for several', () => {
    expect(slipMode(slipAfter(toggled(pick('e1', 'Arsenal'))))).toBe('singles')
    const two = slipAfter(toggled(pick('e1', 'Arsenal')), toggled(pick('e2', 'Napoli')))
    expect(slipMode(two)).toBe('parlay')
    expect(slipMode(slipReducer(two, { type: 'mode', mode: 'singles' }))).toBe('singles')
  })

  it('keeps mode and policy when the slip is emptied, but not the stakes', () => {
    const state = slipAfter(
      toggled(pick('e1', 'Arsenal')),
      { type: 'policy', policy: 'none' },
      { type: 'stake', stake: '20' },
      { type: 'remove', betKeys: ['e1|h2h||Arsenal'] },
    )
    expect(state).toEqual({ ...emptySlip, policy: 'none' })
  })
})

describe('stakes', () => {
  it('are common to all singles, except those with a stake of their own', () => {
    const state = slipAfter({ type: 'stake', stake: '20' }, { type: 'own-stake', betKey: 'a', stake: '5' })
    expect([singleStake(state, 'a'), singleStake(state, 'b')]).toEqual(['5', '20'])
    expect(singleStake(slipReducer(state, { type: 'stake', stake: '50' }), 'a')).toBe('50')
  })
})

describe('accepting other odds', () => {
  it('changes only the odds of the named selections', () => {
    const state = slipAfter(toggled(pick('e1', 'Arsenal')), toggled(pick('e2', 'Napoli')), {
      type: 'accept',
      odds: { 'e1|h2h||Arsenal': '2.55', unknown: '9.00' },
    })
    expect(state.selections.map(({ odds, price }) => [odds, price])).toEqual([
      ['2.55', 2.55],
      ['2.10', 2.1],
    ])
  })
})

const selections = fc.record({
  eventId: fc.constantFrom('e1', 'e2', 'e3', 'e4'),
  selection: fc.constantFrom('Home', 'Draw', 'Away'),
  odds: fc.constantFrom('1.50', '2.10', '3.40'),
  market: fc.constantFrom<[string, number | null]>(['h2h', null], ['totals', 2.5], ['totals', 3.5]),
})
const actions: fc.Arbitrary<SlipChange> = fc.oneof(
  selections.map(({ eventId, selection, odds, market }) => toggled(pick(eventId, selection, odds, ...market))),
  selections.map(
    ({ eventId, selection }): SlipAction => ({ type: 'remove', betKeys: [`${eventId}|h2h||${selection}`] }),
  ),
  selections.map(
    ({ eventId, selection }): SlipAction => ({ type: 'own-stake', betKey: `${eventId}|h2h||${selection}`, stake: '5' }),
  ),
  fc.constant<SlipAction>({ type: 'clear' }),
  fc.constantFrom<SlipAction>({ type: 'stake', stake: '20' }, { type: 'mode', mode: 'singles' }),
)

describe('after any sequence of actions', () => {
  const everyState = (holds: (state: SlipState, action: SlipChange, before: SlipState) => void) =>
    fc.assert(
      fc.property(fc.array(actions, { maxLength: 40 }), (sequence) => {
        let state = emptySlip
        for (const action of sequence) {
          const before = state
          state = changed(state, action)
          holds(state, action, before)
        }
      }),
    )

  it('the slip has at most one selection per event', () =>
    everyState((state) =>
      expect(new Set(state.selections.map((one) => one.eventId)).size).toBe(state.selections.length),
    ))

  it('a second click undoes the first', () =>
    everyState((state, action, before) => {
      if (action.type !== 'toggle') return
      const added = state.selections.length > before.selections.length
      if (added) expect(changed(state, action).selections).toEqual(before.selections)
    }))

  it('adding a selection again changes nothing', () =>
    everyState((state) => {
      for (const selection of state.selections) expect(slipReducer(state, { type: 'add', selection })).toBe(state)
    }))

  it('the slip survives storage unchanged', () =>
    everyState((state) => expect(parseSlip(JSON.stringify(state))).toEqual(state)))

  it.each(['within-10-percent', 'better', 'none', 'any'] as const)('%s is still accepted after a reload', (policy) =>
    expect(parseSlip(JSON.stringify({ ...emptySlip, policy }))).toEqual({ ...emptySlip, policy }),
  )

  it('anything else in storage becomes an empty slip', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        expect(parseSlip(text)).toEqual(emptySlip)
      }),
    )
    const twice = { ...emptySlip, selections: [pick('e1', 'Arsenal'), pick('e1', 'Draw')] }
    expect(parseSlip(JSON.stringify(twice))).toEqual(emptySlip)
  })
})
