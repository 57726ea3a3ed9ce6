// The preview of an action of the settlement desk: its effect on the current state.
import { decideAccount } from '#domain/account/decide.ts'
import type { AccountEvent } from '#domain/account/events.ts'
import { decideFixture } from '#domain/fixture/decide.ts'
import type { FixtureEvent } from '#domain/fixture/events.ts'
import type { FixtureOutcome } from '#domain/fixture/fixture-outcome.ts'
import { type DecidingEvent, isDecidingType, outcomeAfter } from '#domain/fixture/outcome-after.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { refuse } from '#domain/refusals.ts'
import { mostReturnCents } from '#domain/settlement/bet-settlement.ts'
import { betsById } from '#projections/bets/queries.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import type { Bound } from '#services/commands/recorder.ts'
import type { StreamHead } from '#services/event-store/port.ts'
import { refusedBy } from '../../command-context.ts'
import { givenBy, namedIn } from '../../desk/desk-rules.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { leftToday } from './authority.ts'
import { struckLegs } from './bets-on-fixture.ts'
import { isMarketOf } from './known-market.ts'
import { type Moved, type MovedBet, movedBets, movedCents } from './moved-bets.ts'
import type { Plan } from './plan.ts'

/** `nothing`: there is nothing left to do. `movesCents`: the sum that changes hands. */
export type Preview = Moved & {
  readonly fingerprint: string
  readonly nothing: boolean
  readonly movesCents: number
  /**
   * What one admin alone may move by the rules in force, per decision and per day. `named` is how an event names those
   * rules.
   */
  readonly aboveCents: number
  readonly perDayCents: number
  /**
   * What the deciding admin may still move alone: `aboveCents`, or what is left of a plain admin's day if that is less.
   */
  readonly aloneCents: number
  readonly named: { readonly configuration?: string }
  /** What the preview is based on: the rules, and the head of the command's stream. */
  readonly rules: Bound
  readonly seen: StreamHead
  readonly needsApproval: boolean
  readonly outcomeBefore: FixtureOutcome | null
  readonly outcomeAfter: FixtureOutcome | null
}

type Needed = Pick<Services, 'accounts' | 'fixtures' | 'queries' | 'rules'>

/** Throws the refusal that the action would get. */
export async function previewOf(services: Needed, plan: Plan, meta: CommandMeta): Promise<Preview> {
  const asking = plan.asker === null ? meta : { ...meta, actor: plan.asker }
  const seen = plan.on === 'fixture' ? await onFixture(services, plan, asking) : await onBet(services, plan, asking)
  const movesCents = seen.bets.reduce((sum, bet) => sum + movedCents(bet), seen.laterCents)
  const shown = seen.bets.map(({ row, before, after }) => [row.bet, row.stakeCents, before, after])
  const { command, id } = plan
  const inForce = await services.rules.now()
  const { 'four-eyes-above': aboveCents, 'four-eyes-per-day': perDayCents } = inForce.settings
  const leftCents = await leftToday(services, asking, perDayCents)
  const aloneCents = Math.min(aboveCents, leftCents ?? aboveCents)
  return {
    ...seen,
    movesCents,
    aboveCents,
    perDayCents,
    aloneCents,
    named: namedIn(inForce),
    rules: givenBy(inForce),
    needsApproval: !seen.complete || movesCents > aloneCents,
    fingerprint: hashCommand({ id, command: asShown(command), version: seen.version, bets: shown }),
  }
}

/** The command without the parts that depend on when it is asked. */
function asShown(command: Plan['command']): object {
  const { closedAt: _, outcomes: __, ...rest } = { closedAt: null, outcomes: null, ...command }
  return rest
}

/** The market of a game of the house, which may be decided before it has a price. */
const HOUSE_MARKET = 'h2h'

const NONE: Moved = { bets: [], laterCents: 0, complete: true }

type Seen = Omit<
  Preview,
  'fingerprint' | 'movesCents' | 'aboveCents' | 'perDayCents' | 'aloneCents' | 'named' | 'rules' | 'needsApproval'
> & {
  readonly version: number
}

async function onFixture(
  { fixtures, queries }: Needed,
  { id, command, asker }: Extract<Plan, { on: 'fixture' }>,
  meta: CommandMeta,
): Promise<Seen> {
  const { decision, version, outcome, ofTheHouse, seen } = await fixtures.view(id, (state, seen) => {
    const { version, outcome, listed } = state
    const ofTheHouse = listed?.source === 'house'
    return { decision: decideFixture(command, meta, state), version, outcome, ofTheHouse, seen }
  })
  if (!decision.accepted) throw refusedBy(decision.refusal)
  const about = { version, seen, outcomeBefore: outcome }
  const [event] = decision.events
  if (event === undefined) {
    if (asker === null && isVoiding(command)) throw refusedAsVoid(outcome)
    return { ...about, ...NONE, nothing: true, outcomeAfter: outcome }
  }
  const deciding = { ...event, version: version + 1 }
  if (!isDeciding(deciding)) throw new Error(`${event.type} decides no bets`)
  const named = 'market' in command ? command.market : undefined
  const isKnown =
    named === undefined || (ofTheHouse && named === HOUSE_MARKET) || (await isMarketOf(queries, id, named))
  if (!isKnown) throw new ApiError('market_unknown')
  const after = outcomeAfter(id, outcome, deciding)
  const market = event.type === 'MarketDecided' ? event.data.market : null
  const decided = { fixture: id, before: outcome, after, replaces: deciding.version, market, now: meta.at }
  const moved = await movedBets(queries, decided)
  return { ...about, ...moved, nothing: false, outcomeAfter: after }
}

const isVoiding = ({ type }: Plan['command']) => type === 'VoidFixture' || type === 'AbandonFixture'

/**
 * A void event or market has nothing to refund, so voiding it again is refused rather than reported as done. (Recording
 * a result that is already in force counts as done.)
 */
const refusedAsVoid = (before: FixtureOutcome | null): ApiError =>
  refusedBy(refuse(before?.kind === 'abandoned' ? 'fixture_closed' : 'market_voided').refusal)

const isDeciding = (event: FixtureEvent & { readonly version: number }): event is FixtureEvent & DecidingEvent =>
  isDecidingType(event.type)

async function onBet(
  { accounts, queries }: Needed,
  { id, command }: Extract<Plan, { on: 'account' }>,
  meta: CommandMeta,
): Promise<Seen> {
  const [decision, seen] = await accounts.view(
    id,
    (state, head) => [decideAccount(command, meta, state), head] as const,
  )
  if (!decision.accepted) throw refusedBy(decision.refusal)
  const about = { ...NONE, version: 0, seen, outcomeBefore: null, outcomeAfter: null }
  const [event] = decision.events
  if (event === undefined) return { ...about, nothing: true }
  const [row] = await betsById(queries, [command.bet])
  if (row === undefined) throw new ApiError('bet_missing')
  const shown = { bet: command.bet, account: id, stakeCents: row.stakeCents, odds: row.odds, legs: row.legs }
  const money = moneyOf(event)
  const bet = { stakeCents: row.stakeCents, placedAt: row.placedAt.toISOString(), legs: struckLegs(row.legs) }
  const most = { before: money.before ?? 0, after: mostReturnCents(bet, command.outcomes) }
  const moved = { row: shown, statusBefore: row.status, ...money, ...(money.after === null ? { most } : {}) }
  return { ...about, bets: [moved], nothing: false }
}

function moneyOf(event: AccountEvent): Pick<MovedBet, 'statusAfter' | 'before' | 'after'> {
  if (event.type === 'BetVoided') return { statusAfter: 'refunded', before: null, after: event.data.stakeCents }
  if (event.type !== 'BetResettled') throw new Error(`${event.type} settles no bet`)
  const { reversedReturnCents, settlement } = event.data
  return {
    statusAfter: settlement?.outcome ?? 'pending',
    before: reversedReturnCents,
    after: settlement?.returnCents ?? null,
  }
}
