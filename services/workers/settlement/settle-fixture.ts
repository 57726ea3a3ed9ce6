// Settles the open bets of a fixture that has ended. Safe to repeat and to run concurrently: a bet's stream accepts one
// settlement, which names the result versions that it counted.
import type { AccountCommand } from '#domain/account/commands.ts'
import { fixtureStream } from '#domain/fixture/events.ts'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { type FixtureState, fixtureOutcome } from '#domain/fixture/state.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { type OpenBet, openBetsOn } from '#projections/bets/queries.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import type { Outcome } from '#services/commands/outcome.ts'
import type { Queries } from '#services/platform/database/queries.ts'

export type SettlerDeps = {
  /** The read model may lag behind the log: the streams decide, and the sweep runs again. */
  readonly queries: Queries
  readonly accounts: {
    execute(id: string, command: AccountCommand, meta: CommandMeta): Promise<Outcome<{ type: string }>>
  }
  readonly fixtures: { read(id: string): Promise<FixtureState> }
  readonly businessNow: () => Date
  /** Bets settled concurrently. */
  readonly concurrency?: number
}

/** `waiting`: bets that need the end of another fixture. `refused`: number of bets that the decider refused to settle, by code. */
export type SettleReport = { settled: number; waiting: number; refused: Record<string, number> }

/** A failed bet does not block the others; but if the log is down, all of them fail, and the job is retried. */
const MAX_FAILURES = 64

/**
 * Reads the streams of all legs' fixtures, once each, and settles the bets that they decide. Throws the first failure once
 * the others are settled.
 */
export async function settleFixture(fixture: string, deps: SettlerDeps): Promise<SettleReport> {
  const report: SettleReport = { settled: 0, waiting: 0, refused: {} }
  const outcomes = new Map<string, Promise<FixtureOutcome | null>>()
  const outcomeOf = (id: string) => {
    let outcome = outcomes.get(id)
    if (outcome === undefined) {
      outcome = deps.fixtures.read(id).then(fixtureOutcome)
      outcomes.set(id, outcome)
    }
    return outcome
  }

  const failures: unknown[] = []
  const queue = (await openBetsOn(deps.queries, fixture)).values()
  const lanes = Array.from({ length: deps.concurrency ?? 64 }, async () => {
    for (const bet of queue) {
      if (failures.length >= MAX_FAILURES) return
      await settleBet(bet).catch((error: unknown) => failures.push(error))
    }
  })
  await Promise.all(lanes)
  if (failures.length > 0) throw failures[0]
  return report

  async function settleBet(bet: OpenBet): Promise<void> {
    const ended = (await Promise.all(bet.fixtures.map(outcomeOf))).filter((outcome) => outcome !== null)
    if (ended.length === 0) return
    const outcome = await deps.accounts.execute(
      bet.account,
      { type: 'SettleBet', bet: bet.bet, outcomes: ended },
      settlementMeta(bet, ended, fixture, deps.businessNow()),
    )
    if (outcome.accepted) report.settled += 1
    else if (outcome.refusal.code === 'bet_undecided') report.waiting += 1
    else report.refused[outcome.refusal.code] = (report.refused[outcome.refusal.code] ?? 0) + 1
  }
}

/** The same bet with the same results is the same command, from whichever job or process. */
function settlementMeta(bet: OpenBet, outcomes: readonly FixtureOutcome[], fixture: string, now: Date): CommandMeta {
  const counted = outcomes.map(({ fixture, version }) => ({ fixture, version }))
  counted.sort((a, b) => (a.fixture < b.fixture ? -1 : 1))
  const hash = hashCommand({ type: 'SettleBet', bet: bet.bet, counted })
  const cause = outcomes.find((outcome) => outcome.fixture === fixture) ?? outcomes[0]!
  const id = commandId('settler', hash)
  return {
    actor: { id: 'settler', role: 'system' },
    session: null,
    command: { id, hash },
    correlation: id,
    causation: `${fixtureStream(cause.fixture)}@${cause.version}`,
    at: now.toISOString(),
    reason: null,
  }
}
