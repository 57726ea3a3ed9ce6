// Carries out a command for each of many bets, with what is known of their fixtures' ends.
import type { AccountCommand } from '#domain/account/commands.ts'
import { fixtureStream } from '#domain/fixture/events.ts'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { type FixtureState, fixtureOutcome } from '#domain/fixture/state.ts'
import type { CommandMeta } from '#domain/meta.ts'
import type { RefusalCode } from '#domain/refusals.ts'
import type { BetOnFixture, BetPage } from '#projections/settlement/queries.ts'
import { randomId } from '#services/commands/command-id.ts'
import type { Outcome } from '#services/commands/outcome.ts'
import { productMeta } from '#services/commands/product-meta.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { ExpectedError } from '#services/platform/errors.ts'
import { currentWork } from '#services/platform/tracing/spans.ts'
import { betsInPages } from './bet-pages.ts'
import { type FairLimits, forEachFairly } from './for-each-fairly.ts'

export type SettlerDeps = {
  /** The read model may lag behind the log: the streams decide, and the sweep runs again. */
  readonly queries: Queries
  readonly fixtures: { read(id: string): Promise<FixtureState> }
  readonly accounts: {
    execute(id: string, command: AccountCommand, meta: CommandMeta): Promise<Outcome<{ type: string }>>
  }
  readonly businessNow: () => Date
  readonly limits?: Partial<FairLimits>
  /** Once aborted, no further bet is begun. */
  readonly stopping?: AbortSignal
}

/** The worker ends before the work does: its job is tried again, by another. */
export class StoppedEarly extends ExpectedError {}

/**
 * `waiting`: bets that need the end of another fixture. `refused`: number of bets that the decider refused to settle, by code;
 * those that somebody else was first with, and the read model had still as they were, do not count.
 */
export type SettleReport = { settled: number; waiting: number; refused: Record<string, number> }

export type BetWork = {
  readonly fixture: string
  readonly type: 'SettleBet' | 'ResettleBet'
  readonly read: (page: BetPage) => Promise<readonly BetOnFixture[]>
}

const LIMITS: FairLimits = { atOnce: 128, ofOneKey: 8, aside: 2_000 }

/** What the decider says where another worker has settled the bet, or an admin has opened it again. */
const OVERTAKEN: Readonly<Record<BetWork['type'], RefusalCode>> = {
  SettleBet: 'bet_not_open',
  ResettleBet: 'bet_not_settled',
}

/** A failed bet does not block the others; but if the log is down, all of them fail, and the job is retried. */
const MAX_FAILURES = 64

/** Reads the fixtures of a page's bets once each. Throws the first failure once the other bets are done. */
export async function settleBets(work: BetWork, deps: SettlerDeps): Promise<SettleReport> {
  const { fixture, type, read } = work
  const report: SettleReport = { settled: 0, waiting: 0, refused: {} }
  const failures: unknown[] = []
  const outcomes = new Map<string, Promise<FixtureOutcome | null>>()
  const outcomeOf = (id: string) => {
    let outcome = outcomes.get(id)
    if (outcome === undefined) {
      outcome = deps.fixtures.read(id).then(fixtureOutcome)
      outcomes.set(id, outcome)
    }
    return outcome
  }

  async function settle(bet: BetOnFixture): Promise<void> {
    if (failures.length >= MAX_FAILURES || deps.stopping?.aborted) return
    try {
      const ended = (await Promise.all(bet.fixtures.map(outcomeOf))).filter((outcome) => outcome !== null)
      if (ended.length === 0) return
      const command = { type, bet: bet.bet, outcomes: ended }
      count(await deps.accounts.execute(bet.account, command, metaOf(type, bet, ended, fixture, deps.businessNow())))
    } catch (error) {
      failures.push(error)
    }
  }

  function count(outcome: Outcome<{ type: string }>): void {
    if (outcome.accepted) report.settled += 1
    else if (outcome.refusal.code === 'bet_undecided') report.waiting += 1
    else if (outcome.refusal.code !== OVERTAKEN[type])
      report.refused[outcome.refusal.code] = (report.refused[outcome.refusal.code] ?? 0) + 1
  }

  /** No page is read in vain once everything fails. */
  const readNext = async (page: BetPage) =>
    failures.length >= MAX_FAILURES || deps.stopping?.aborted ? [] : read(page)
  // what a page's bets were settled by may be corrected before the next
  const bets = betsInPages(readNext, () => outcomes.clear())
  await forEachFairly(bets, ({ account }) => account, { ...LIMITS, ...deps.limits }, settle)
  const refused = Object.values(report.refused).reduce((sum, count) => sum + count, 0)
  currentWork()?.set({
    'fairbook.bets.settled': report.settled,
    'fairbook.bets.waiting': report.waiting,
    'fairbook.bets.refused': refused,
  })
  if (failures.length > 0) throw failures[0]
  if (deps.stopping?.aborted) throw new StoppedEarly(`the settlement of ${fixture} was left to another worker`)
  return report
}

/**
 * Each try is a command of its own: the bet's stream tells a repeat by what settles the bet. A name made of the outcomes would
 * come again where a bet was opened in between, and count as done.
 */
function metaOf(
  type: BetWork['type'],
  { bet }: BetOnFixture,
  outcomes: readonly FixtureOutcome[],
  fixture: string,
  now: Date,
): CommandMeta {
  const counted = outcomes.map((outcome) => ({ fixture: outcome.fixture, versions: versionsOf(outcome) }))
  counted.sort((a, b) => (a.fixture < b.fixture ? -1 : 1))
  const cause = outcomes.find((outcome) => outcome.fixture === fixture) ?? outcomes[0]!
  return productMeta('settler', {
    id: randomId(),
    request: { type, bet, counted },
    causation: `${fixtureStream(cause.fixture)}@${Math.max(...versionsOf(cause))}`,
    at: now,
  })
}

/** Of the events that an outcome follows from: its end, and markets decided by hand. */
const versionsOf = (outcome: FixtureOutcome): number[] => [
  outcome.version,
  ...(outcome.voided ?? []).map(({ version }) => version),
  ...(outcome.kind === 'result' ? (outcome.decided ?? []) : []).map(({ version }) => version),
]
