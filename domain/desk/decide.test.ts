import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { admin, bettor, id, superAdmin } from '../testing/samples.ts'
import { specOf } from '../testing/spec.ts'
import { deskAggregate } from './aggregate.ts'
import type { DeskCommand } from './commands.ts'
import { DESK, type DeskEvent, deskStream, type StopScope } from './events.ts'
import { stoppedBy } from './stops.ts'

const desk = specOf(deskAggregate, DESK)
const setup = { actor: { id: 'setup', role: 'system' } } as const
const seed = { type: 'SeedSettings', settings: { 'max-payout': 1_000_00, 'odds-policy': 'better' } } as const
const seeded: DeskEvent = {
  type: 'SettingsSet',
  schema: 1,
  data: {
    settings: [
      { setting: 'max-payout', after: 1_000_00 },
      { setting: 'odds-policy', after: 'better' },
    ],
  },
}
const set = (settings: Record<string, number | string>): DeskCommand => ({ type: 'SetSettings', settings })
const stop = (scope: StopScope = {}): DeskCommand => ({ type: 'StopBetting', scope })
const resume = (scope: StopScope = {}): DeskCommand => ({ type: 'ResumeBetting', scope })
const stopped = (data: StopScope = {}): DeskEvent => ({ type: 'BettingStopped', schema: 1, data })
const resumed = (data: StopScope = {}): DeskEvent => ({ type: 'BettingResumed', schema: 1, data })

it('has one stream', () => expect(deskStream(DESK)).toMatch(/^desk-[0-9a-f]{32}$/))

describe('settings', () => {
  it('begin with what the environment says, and keep what was set since', () => {
    desk.given([]).when(seed, setup).then([seeded])
    const later = { type: 'SeedSettings', settings: { 'max-payout': 5, 'welcome-grant': 7 } } as const
    const added: DeskEvent = {
      type: 'SettingsSet',
      schema: 1,
      data: { settings: [{ setting: 'welcome-grant', after: 7 }] },
    }
    desk.given([seeded]).when(later, setup).then([added])
  })
  it('are changed by super admins alone, and record the old values', () => {
    const change = set({ 'max-payout': 1, 'odds-policy': 'better' })
    desk.given([seeded]).when(change, admin).thenRefused('super_admin_required')
    desk.given([seeded]).when(change, bettor).thenRefused('not_an_admin')
    const changed: DeskEvent = {
      type: 'SettingsSet',
      schema: 1,
      data: { settings: [{ setting: 'max-payout', before: 1_000_00, after: 1 }] },
    }
    desk.given([seeded]).when(change, superAdmin).then([changed])
    desk.given([seeded, changed]).when(change, superAdmin).thenNothing()
  })
  it.each([
    { 'max-payout': 0 },
    { 'max-payout': 1.5 },
    { 'max-payout': '5' },
    { 'acceptance-delay': 10_001 },
    { 'odds-policy': 'mine' },
    { 'welcome-grant': -1 },
    { unknown: 1 },
    { 'max-payout': 5, unknown: 1 },
  ])('%j is refused', (settings) => {
    const setting = Object.keys(settings).at(-1)
    desk.given([seeded]).when(set(settings), superAdmin).thenRefused('setting_invalid', { setting })
  })
})

describe('betting', () => {
  it('is stopped and resumed once, by any admin', () => {
    const ofMarket = { fixture: id('derby'), market: 'totals' }
    for (const scope of [{}, { fixture: id('derby') }, ofMarket]) {
      desk
        .given([])
        .when(stop(scope), admin)
        .then([stopped(scope)])
      desk
        .given([stopped(scope)])
        .when(resume(scope), superAdmin)
        .then([resumed(scope)])
      desk.given([]).when(resume(scope), admin).thenNothing()
      desk.given([]).when(stop(scope), bettor).thenRefused('not_an_admin')
    }
    desk
      .given([])
      .when(stop({ market: 'totals' }), admin)
      .thenRefused('fixture_missing')
  })

  const scopes: readonly StopScope[] = [
    {},
    ...['derby', 'cup'].flatMap((game) => [
      { fixture: id(game) },
      { fixture: id(game), market: 'h2h' },
      { fixture: id(game), market: 'totals' },
    ]),
  ]
  const steps = fc.array(fc.record({ scope: fc.constantFrom(...scopes), stops: fc.boolean() }), { maxLength: 20 })

  it('is stopped on a market exactly while the market, its event or all betting is', () =>
    fc.assert(
      fc.property(steps, fc.constantFrom('derby', 'cup'), fc.constantFrom('h2h', 'totals'), (history, game, market) => {
        const { state } = desk.given(
          history.map(({ scope, stops }) => (stops ? stopped(scope) : resumed(scope))) as DeskEvent[],
        )
        const isStopped = (scope: StopScope) =>
          history.findLast((one) => JSON.stringify(one.scope) === JSON.stringify(scope))?.stops === true
        const fixture = id(game)
        const expected = isStopped({})
          ? 'all'
          : isStopped({ fixture })
            ? 'event'
            : isStopped({ fixture, market })
              ? 'market'
              : null
        expect(stoppedBy(state.stops, fixture, market)).toBe(expected)
      }),
    ))
})
