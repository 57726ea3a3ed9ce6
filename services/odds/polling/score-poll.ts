// One poll of the scores of a league: stores them, records results that were read twice, corrects those that changed.

import { DAY } from '#services/platform/clock/durations.ts'
import type { Believed } from '../identity/belief.ts'
import { oneRead } from '../identity/one-listing.ts'
import type { PollReport } from '../port.ts'
import type { ScoreEvent } from '../provider/wire.ts'
import { messageOf } from '../quotes/message.ts'
import { type EarlyRead, hasBegun } from '../results/early-scores.ts'
import { regulationScore } from '../results/regulation.ts'
import { confirmedResult, foldRead, pointsOf, type ScoreState } from '../results/results.ts'
import type { ScoreWrite } from '../results/score-store.ts'
import type { KnownFixture } from './fixture-registry.ts'
import { mayBeOver, reviewDue, startingSoon, toBeScored } from './planner.ts'
import { type PollContext, report, reviewKey, skipped } from './poll-context.ts'

/** In one URL. */
const MAX_IDS = 40

export async function pollScores(context: PollContext, league: string, now: Date): Promise<PollReport> {
  const known = context.registry.ofLeague(league)
  const review = reviewDue(context.lastPolls.get(reviewKey(league)), now)
  const wanted = toBeScored(known, context, now)
  if (wanted.length === 0 && !review) return report(league, 'scores')
  const ids = wanted.flatMap(({ providerIds }) => providerIds)
  const daysFrom = review ? 3 : daysBack(league, wanted, now)
  const narrow = !review && ids.length > 0 && ids.length <= MAX_IDS
  // games that are about to start are included, at no extra cost
  const soon = startingSoon(known, now).flatMap(({ providerIds }) => providerIds)
  const eventIds = [...new Set([...ids, ...soon])].slice(0, MAX_IDS)
  const cost = daysFrom === null ? 1 : 2
  const reply = await context.budgetGuard.spend(cost, 'poll', () =>
    context.client.scores(league, { ...(daysFrom && { daysFrom }), ...(narrow && { eventIds }) }),
  )
  if (reply === null) return skipped(league, 'scores')
  const concluded = await ingestScores(context, reply.data, now)
  if (review) context.lastPolls.set(reviewKey(league), now)
  return report(league, 'scores', { ...concluded, credits: reply.credits.last ?? 0, unread: reply.rejected })
}

/** How many days back these started; null if none can be over yet. */
function daysBack(league: string, wanted: readonly KnownFixture[], now: Date): 1 | 2 | 3 | null {
  if (!mayBeOver(league, wanted, now)) return null
  const oldest = Math.min(...wanted.map(({ startsAt }) => startsAt.getTime()))
  const days = Math.ceil((now.getTime() - oldest) / DAY)
  return days <= 1 ? 1 : days === 2 ? 2 : 3
}

type Read = Believed<ScoreEvent, KnownFixture>
type Concluded = { readonly resultsRecorded: number; readonly resultsCorrected: number }

async function ingestScores(context: PollContext, events: readonly ScoreEvent[], now: Date): Promise<Concluded> {
  const told = toldOf(context, events, now)
  const news = await noteEarly(context, told, now)
  const read = readsOf(told, now)
  const before = await context.store.scores(read.map(({ fixture }) => fixture.id))
  const writes: ScoreWrite[] = []
  const changed: string[] = []
  const conclusions: { fixture: KnownFixture; state: ScoreState }[] = []
  for (const { fixture, event, sent } of read) {
    const known = before.get(fixture.id) ?? null
    const message = messageOf(sent)
    const points = pointsOf(event)
    const state = foldRead(known, {
      home: points?.home ?? null,
      away: points?.away ?? null,
      completed: event.completed,
      lastUpdate: event.last_update === null ? null : new Date(event.last_update),
      readAt: now,
      message: message.hash,
    })
    const asRecorded = fixture.result?.home === state.home && fixture.result?.away === state.away
    if (state.candidate !== null && !asRecorded) context.unsettled.add(fixture.id)
    else context.unsettled.delete(fixture.id)
    if (known !== null && asRecorded && known.message === message.hash) continue
    writes.push({ fixture: fixture.id, state, message })
    if (known?.message !== message.hash) changed.push(fixture.id)
    if (!asRecorded) conclusions.push({ fixture, state })
  }
  // the messages must exist before an event refers to them
  await context.store.writeScores(writes)
  await context.store.notify([...new Set([...changed, ...news])])
  return conclude(context, conclusions, now)
}

const toldOf = ({ belief, registry }: PollContext, events: readonly ScoreEvent[], now: Date): Read[] =>
  belief.ofFixtures(belief.possible(events, now), registry.byProviderId).filter(({ fixture }) => !fixture.abandoned)

/**
 * A game that has a score or is over before its start takes no bets until it is read otherwise. That does not count as
 * a result: a single such read, taken for one, would close a future game for good. Returns the games for which this has
 * changed.
 */
function noteEarly({ store, begunEarly }: PollContext, told: readonly Read[], now: Date): Promise<string[]> {
  const toCome = told.filter(({ fixture }) => fixture.startsAt > now && fixture.closedAt === null)
  const begun: EarlyRead[] = []
  const waiting: string[] = []
  for (const [{ id }, reads] of Map.groupBy(toCome, ({ fixture }) => fixture)) {
    // the provider may not know it yet under another of its ids
    const event = reads.map((each) => each.event).find(hasBegun)
    if (event === undefined) {
      begunEarly.delete(id)
      waiting.push(id)
    } else {
      begunEarly.add(id)
      const { home, away } = pointsOf(event) ?? { home: null, away: null }
      begun.push({ fixture: id, home, away, completed: event.completed })
    }
  }
  return store.noteEarly(begun, waiting, now)
}

/** The read that counts for each fixture that has started. */
function readsOf(told: readonly Read[], now: Date): Read[] {
  const started = told.filter(({ fixture }) => fixture.startsAt <= now)
  return [...Map.groupBy(started, ({ fixture }) => fixture).values()].flatMap((reads) => {
    const counts = oneRead(reads.map(({ event }) => event))
    return reads.filter(({ event }) => event === counts)
  })
}

async function conclude(
  { commands, unsettled }: PollContext,
  conclusions: readonly { fixture: KnownFixture; state: ScoreState }[],
  now: Date,
): Promise<Concluded> {
  const done = await Promise.all(
    conclusions.map(async ({ fixture, state }) => {
      const result = confirmedResult(state, fixture.startsAt)
      if (result === null) return null
      const regulation = regulationScore(state, fixture.startsAt, fixture.league)
      const outcome = await commands.conclude(fixture, { ...result, regulation, changedAt: state.changedAt }, now)
      unsettled.delete(fixture.id)
      return outcome
    }),
  )
  return {
    resultsRecorded: done.filter((outcome) => outcome === 'recorded').length,
    resultsCorrected: done.filter((outcome) => outcome === 'corrected').length,
  }
}
