// Runs a command for each of many bets, with what is known about how their fixtures ended.
import type { AccountCommand } from '#domain/account/commands.ts'
import { fixtureStream } from '#domain/fixture/events.ts'
import { type FixtureOutcome, newestVersion, versionsOf } from '#domain/fixture/fixture-outcome.ts'
import { type FixtureState, fixtureOutcome } from '#domain/fixture/state.ts'
import type { CommandMeta } from '#domain/meta.ts'
import type { RefusalCode } from '#domain/refusals.ts'
import type { BetOnFixture, BetPage } from '#projections/settlement/queries.ts'
import { randomId } from '#services/commands/command-id.ts'
import type { Outcome } from '#services/commands/outcome.ts'
import { productMeta } from '#services/commands/product-meta.ts'
import { inPages } from '#services/platform/database/in-pages.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { ExpectedError } from '#services/platform/errors.ts'
import { currentWork } from '#services/platform/tracing/spans.ts'
import { type FairLimits, forEachFairly } from './for-each-fairly.ts'
import type { UndecidedBets } from './undecided-bets.ts'

export type SettlerDeps = {
  /** The read model may lag behind the log: the streams decide, and the sweep runs again. */
  readonly queries: Queries
  readonly fixtures: { read(id: string): Promise<FixtureState> }
  readonly accounts: {
    execute(id: string, command: AccountCommand, meta: CommandMeta): Promise<Outcome<{ type: string }>>
  }
  readonly businessNow: () => Date
  /** Shared by everything that a process settles. */
  readonly undecided?: UndecidedBets
  readonly limits?: Partial<FairLimits>
  /** Once aborted, no further bet is started. */
  readonly stopping?: AbortSignal
}

/** The worker stopped before the work was done: another worker repeats its job. */
export class StoppedEarly extends ExpectedError {}

/**
 * `waiting`: bets that need another fixture's end. `refused`: number of bets that the decider refused to settle, by
 * code. Bets that somebody else settled first, which the read model did not know yet, do not count.
 */
export type SettleReport = { settled: number; waiting: number; refused: Record<string, number> }

export type BetWork = {
  readonly fixture: string
  readonly type: 'SettleBet' | 'ResettleBet'
  readonly read: (page: BetPage) => Promise<readonly BetOnFixture[]>
}

const LIMITS: FairLimits = { atOnce: 128, ofOneKey: 8, aside: 2_000 }

/** The decider's refusal if another worker has settled the bet, or an admin has reopened it. */
const OVERTAKEN: Readonly<Record<BetWork['type'], RefusalCode>> = {
  SettleBet: 'bet_not_open',
  ResettleBet: 'bet_not_settled',
}

/** A failed bet does not block the others; but if the log is down all of them fail, and the job is retried. */
const MAX_FAILURES = 64

/** A bet, with the outcomes that it was settled by or still waits with. `waits`: whether it was counted as waiting. */
type Tried = { readonly bet: BetOnFixture; readonly by: readonly FixtureOutcome[]; readonly waits: boolean }

const isRefusedAs = (outcome: Outcome<unknown>, code: RefusalCode): boolean =>
  !outcome.accepted && outcome.refusal.code === code

/**
 * Reads the fixtures of a page's bets once each, and again after the bets are settled: games and accounts are separate
 * streams, so an event recorded on a game in between has not affected these bets. No later event of the game would
 * trigger this, and only a sweep would find it. Throws the first failure once the other bets are done.
 */
export async function settleBets({ fixture, type, read }: BetWork, deps: SettlerDeps): Promise<SettleReport> {
  const report: SettleReport = { settled: 0, waiting: 0, refused: {} }
  const failures: unknown[] = []
  let outcomes = new Map<string, Promise<FixtureOutcome | null>>()
  /** Bets tried since the outcomes were last read. */
  let tried: Tried[] = []

  const isOver = () => failures.length >= MAX_FAILURES || deps.stopping?.aborted === true
  const outcomeOf = (id: string) => {
    let outcome = outcomes.get(id)
    if (outcome === undefined) {
      outcome = deps.fixtures.read(id).then(fixtureOutcome)
      outcomes.set(id, outcome)
    }
    return outcome
  }
  const outcomesOf = async ({ fixtures }: BetOnFixture): Promise<FixtureOutcome[]> =>
    (await Promise.all(fixtures.map(outcomeOf))).filter((outcome) => outcome !== null)
  const execute = (type: BetWork['type'], bet: BetOnFixture, outcomes: FixtureOutcome[], cause: string) => {
    const meta = metaOf(type, bet, outcomes, cause, deps.businessNow())
    return deps.accounts.execute(bet.account, { type, bet: bet.bet, outcomes }, meta)
  }

  async function settle(bet: BetOnFixture): Promise<void> {
    const by = await outcomesOf(bet)
    if (by.length === 0) return
    if (type === 'SettleBet' && deps.undecided?.has(bet, by)) {
      report.waiting += 1
      tried.push({ bet, by, waits: true })
      return
    }
    const outcome = await execute(type, bet, by, fixture)
    count(outcome)
    const waits = isRefusedAs(outcome, 'bet_undecided')
    if (waits) deps.undecided?.add(bet, by)
    // bets that somebody else settled first are theirs to look at again
    if (waits || (outcome.accepted && outcome.events.length > 0)) tried.push({ bet, by, waits })
  }

  function count(outcome: Outcome<unknown>): void {
    if (outcome.accepted) report.settled += 1
    else if (outcome.refusal.code === 'bet_undecided') report.waiting += 1
    else if (outcome.refusal.code !== OVERTAKEN[type])
      report.refused[outcome.refusal.code] = (report.refused[outcome.refusal.code] ?? 0) + 1
  }

  /**
   * Settles a bet by the outcomes in force now, if they differ from those that it was settled by or left waiting with.
   */
  async function settleAgain({ bet, by, waits }: Tried): Promise<void> {
    const now = await outcomesOf(bet)
    const changed = now.find((outcome) => !by.some((before) => isSame(before, outcome)))
    if (changed === undefined) return
    const resettled = await execute('ResettleBet', bet, now, changed.fixture)
    const isOpen = isRefusedAs(resettled, 'bet_not_settled')
    const { accepted } = isOpen ? await execute('SettleBet', bet, now, changed.fixture) : resettled
    const isSettled = waits && accepted
    if (isSettled) {
      report.waiting -= 1
      report.settled += 1
    }
    tried.push({ bet, by: now, waits: waits && !isSettled })
  }

  async function each<Item extends BetOnFixture | Tried>(
    items: AsyncIterable<Item> | Iterable<Item>,
    accountOf: (item: Item) => string,
    work: (item: Item) => Promise<void>,
  ): Promise<void> {
    await forEachFairly(items, accountOf, { ...LIMITS, ...deps.limits }, async (item) => {
      if (!isOver()) await work(item).catch((error: unknown) => failures.push(error))
    })
  }

  async function lookAgain(): Promise<void> {
    const before = tried
    tried = []
    outcomes = new Map()
    await each(before, ({ bet }) => bet.account, settleAgain)
  }

  /** Reads no more pages in vain once everything fails. */
  const readNext = async (page: BetPage) => {
    if (isOver()) return []
    const looking = lookAgain()
    try {
      return await read(page)
    } finally {
      await looking
    }
  }
  async function* bets() {
    for await (const page of inPages<BetOnFixture>(readNext)) yield* page
  }
  await each(bets(), ({ account }) => account, settle)
  while (tried.length > 0 && !isOver()) await lookAgain()

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

/** Whether nothing was recorded on the game between the two. */
const isSame = (one: FixtureOutcome, other: FixtureOutcome): boolean =>
  one.fixture === other.fixture && newestVersion(one) === newestVersion(other)

/**
 * Each try is a new command: the bet's stream recognises a repeat by what settles the bet. An id derived from the
 * outcomes would come up again if the bet had been reopened in between, and wrongly count as done.
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
    causation: `${fixtureStream(cause.fixture)}@${newestVersion(cause)}`,
    at: now,
  })
}
