import { describe, expect, it } from 'vitest'
import { accountAggregate } from '../account/aggregate.ts'
import type { AccountEvent } from '../account/events.ts'
import type { CommandMeta } from '../meta.ts'
import { admin, at, BETTOR, betPlaced, blocked, id, opened, placeBet, received, settled } from '../testing/samples.ts'
import { type PastEvent, specOf } from '../testing/spec.ts'
import type { SetPlayLimit } from './play-commands.ts'
import type { PlayLimitSet } from './play-events.ts'
import { refusalOfLimits } from './play-refusal.ts'
import { talliesAt } from './play-state.ts'

const account = specOf(accountAggregate, BETTOR)
const funded = [opened(), received(50_000)]
const HOUR = 3_600
const DAY = 24 * HOUR

const limitSet = (changes: Partial<PlayLimitSet> = {}): AccountEvent => ({
  type: 'PlayLimitSet',
  schema: 1,
  data: { kind: 'stake', period: 'day', amountCents: 2_000, effectiveAt: at(0), ...changes },
})
const set = (amountCents: number | null, changes: Partial<SetPlayLimit> = {}): SetPlayLimit => ({
  type: 'SetPlayLimit',
  kind: 'stake',
  period: 'day',
  amountCents,
  ...changes,
})
const bet = (name: string, stakeCents: number) => placeBet({ bet: id(name), stakeCents })
const atTime = (event: AccountEvent, seconds: number): PastEvent<AccountEvent> => ({ event, meta: { at: at(seconds) } })
const later = (seconds: number): Partial<CommandMeta> => ({ at: at(seconds) })
const tallies = (past: readonly PastEvent<AccountEvent>[], seconds = 0) => {
  const { stakesCents, lossesCents } = talliesAt(account.given(past).state.play, at(seconds)).day
  return { stakesCents, lossesCents }
}

describe('setting a limit', () => {
  it('takes effect at once if there was none, or a higher one', () => {
    account.given(funded).when(set(2_000)).then([limitSet()])
    account
      .given([...funded, limitSet()])
      .when(set(1_999), later(5))
      .then([limitSet({ amountCents: 1_999, effectiveAt: at(5) })])
  })
  it('waits a day if the new limit is higher, or none', () => {
    for (const amountCents of [2_001, null]) {
      const raised = limitSet({ amountCents, effectiveAt: at(5 + DAY) })
      const past = [...funded, limitSet()]
      account.given(past).when(set(amountCents), later(5)).then([raised])
      const waiting = account.given([...past, atTime(raised, 5)])
      const { play } = waiting.state
      expect(refusalOfLimits(play, at(4 + DAY), 2_001)?.refusal).toMatchObject({
        code: 'stake_limit_reached',
        detail: {
          kind: 'stake',
          period: 'day',
          limitCents: 2_000,
          leftCents: 2_000,
          until: '2026-11-21T23:00:00.000Z',
        },
      })
      expect(refusalOfLimits(play, at(5 + DAY), 2_001)).toBeNull()
    }
  })
  it('cancels a waiting increase when set to the amount in force', () => {
    const past = [...funded, limitSet(), limitSet({ amountCents: 9_000, effectiveAt: at(DAY) })]
    account
      .given(past)
      .when(set(2_000), later(5))
      .then([limitSet({ effectiveAt: at(5) })])
    account.given(past).when(set(9_000), later(5)).thenNothing()
    const { state } = account.given([...past, atTime(limitSet({ effectiveAt: at(5) }), 5)])
    expect(refusalOfLimits(state.play, at(DAY + HOUR), 2_001)).not.toBeNull()
  })
  it('is for the bettor alone, and only a possible amount', () => {
    account.given(funded).when(set(2_000), admin).thenRefused('not_a_bettor')
    account
      .given(funded)
      .when(set(2_000), { actor: { id: id('another'), role: 'user' } })
      .thenRefused('not_the_bettor')
    account
      .given([...funded, blocked])
      .when(set(2_000))
      .thenRefused('account_blocked')
    account.given([]).when(set(2_000)).thenRefused('account_missing')
    for (const cents of [0, 9, -1, 10.5, 1e15]) account.given(funded).when(set(cents)).thenRefused('play_limit_invalid')
  })
})

describe('a bet under a limit', () => {
  const one = betPlaced(bet('one', 1_500))
  it('is accepted up to it, to the cent, and records it', () => {
    const past = [...funded, limitSet(), one]
    const last = bet('two', 500)
    const placed = betPlaced(last)
    const limits = { ...placed.data.limits, personal: [{ limit: 'stake-day', value: 2_000 }] }
    account
      .given(past)
      .when(last)
      .then([{ ...placed, data: { ...placed.data, limits } }])
    account.given(past).when(bet('two', 501)).thenRefused('stake_limit_reached', {
      kind: 'stake',
      period: 'day',
      limitCents: 2_000,
      leftCents: 500,
      until: '2026-11-20T23:00:00.000Z',
    })
  })
  it('counts what was staked in the period before the limit was set, and nothing of earlier periods', () => {
    expect(account.given([...funded, one, limitSet()]).when(bet('two', 501)).decision).toMatchObject({
      refusal: { code: 'stake_limit_reached' },
    })
    // 23:00 UTC is midnight in Paris; the sample's quote is from before the start
    const tomorrow = account.given([...funded, one, limitSet()]).when(bet('two', 2_000), later(5 * HOUR)).decision
    expect(tomorrow).toMatchObject({ refusal: { code: 'odds_changed' } })
    const midnight = 5 * HOUR
    for (const [seconds, stakesCents] of [
      [midnight - 0.001, 3_000],
      [midnight, 1_500],
    ] as const) {
      expect(tallies([...funded, one, atTime(betPlaced(bet('two', 1_500)), seconds)], seconds)).toMatchObject({
        stakesCents,
      })
    }
    const week = limitSet({ period: 'week' })
    expect(account.given([...funded, one, week]).state.play?.tallies?.week.stakesCents).toBe(1_500)
  })
  it('counts losses as stakes less returns, and an open bet as lost', () => {
    expect(tallies([...funded, one])).toEqual({ stakesCents: 1_500, lossesCents: 1_500 })
    const won = settled({ bet: id('one'), stakeCents: 1_500, returnCents: 3_150 })
    expect(tallies([...funded, one, won])).toEqual({ stakesCents: 1_500, lossesCents: -1_650 })
    const loss = limitSet({ kind: 'loss' })
    expect(account.given([...funded, one, loss]).when(bet('two', 501)).decision).toMatchObject({
      refusal: { code: 'loss_limit_reached', detail: { leftCents: 500 } },
    })
    expect(account.given([...funded, one, won, loss]).when(bet('two', 3_650)).decision.accepted).toBe(true)
    expect(account.given([...funded, one, won, loss]).when(bet('two', 3_651)).decision.accepted).toBe(false)
  })
  it('does not count a stake that came back unchanged: voided, refunded', () => {
    const none = { stakesCents: 0, lossesCents: 0 }
    const voided: AccountEvent = {
      type: 'BetVoided',
      schema: 1,
      data: { bet: id('one'), stakeCents: 1_500, owedPaidCents: 0 },
    }
    expect(tallies([...funded, one, voided])).toEqual(none)
    const pushed = settled({ bet: id('one'), stakeCents: 1_500, returnCents: 1_500, outcome: 'refunded' })
    expect(tallies([...funded, one, pushed])).toEqual(none)
  })
  it('counts a resettlement instead of what it takes back', () => {
    const pushed = settled({ bet: id('one'), stakeCents: 1_500, returnCents: 1_500, outcome: 'refunded' })
    const taken = (settlement: { returnCents: number } | null): AccountEvent => ({
      type: 'BetResettled',
      schema: 1,
      data: {
        bet: id('one'),
        replaces: 3,
        stakeCents: 1_500,
        reversedReturnCents: 1_500,
        reversedOwedPaidCents: 0,
        shortfallCents: 0,
        settlement: settlement && { rule: 2, outcome: 'lost', owedPaidCents: 0, legs: [], ...settlement },
      },
    })
    const resettled = (settlement: { returnCents: number } | null) =>
      tallies([...funded, one, pushed, taken(settlement)])
    expect(resettled(null)).toEqual({ stakesCents: 1_500, lossesCents: 1_500 })
    expect(resettled({ returnCents: 0 })).toEqual({ stakesCents: 1_500, lossesCents: 1_500 })
    expect(resettled({ returnCents: 750 })).toEqual({ stakesCents: 1_500, lossesCents: 750 })
  })
  it('leaves the settlement of an older period out of the newest', () => {
    const won = settled({ bet: id('one'), stakeCents: 1_500, returnCents: 3_150 })
    const next = atTime(betPlaced(bet('two', 100)), DAY)
    expect(tallies([...funded, one, next, atTime(won, DAY)], DAY)).toEqual({ stakesCents: 100, lossesCents: 100 })
  })
})
