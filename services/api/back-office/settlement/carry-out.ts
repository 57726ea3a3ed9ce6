// Actions of the settlement desk. A decision that moves more than one admin alone may move waits for another one. The
// worker settles the bets.
import type { FastifyRequest } from 'fastify'
import type { AskSettlement } from '#domain/four-eyes/four-eyes-commands.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { eurosOf } from '#domain/money.ts'
import { Id } from '#domain/values.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { nullIfSuperseded, type Outcome } from '#services/commands/outcome.ts'
import type { Bound } from '#services/commands/recorder.ts'
import type { ApprovalAction, PreviewedAction, SettlementDone } from '#services/contract/contract.ts'
import { StoreUnavailable, type StreamHead } from '#services/event-store/port.ts'
import { errorOf } from '../../command-context.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { areOfOneHand } from '../admins/one-hand.ts'
import { metaByHand, saidOf } from '../by-hand.ts'
import { checkStanding } from '../standing.ts'
import { countAuthority } from './authority.ts'
import { askedUnder, bettorOf, type Plan, planOf } from './plan.ts'
import { previewOf } from './preview.ts'

type Body = PreviewedAction | ApprovalAction
type Carried = Outcome<{ readonly type: string; readonly data: unknown }>
type Attempt = Carried | { readonly accepted: false; readonly error: ApiError }

const NOTHING_LEFT: Carried = {
  accepted: true,
  repeated: false,
  events: [],
  position: null,
  hash: null,
  balanceCents: 0,
}

const MESSAGES = {
  recordResult: 'Result recorded',
  correctResult: 'Result corrected',
  abandonFixture: 'Event abandoned: its bets are refunded',
  decideMarket: 'Market decided',
  voidMarket: 'Market voided: its bets are refunded',
  voidEvent: 'Event voided: its bets are refunded',
  voidBet: 'Bet voided: the stake is refunded',
  resettleBet: 'Bet settled by the results in force',
  approveSettlement: 'Approved',
  declineSettlement: 'Declined: nothing has moved',
} as const satisfies Record<Body['action'], string>

export async function decideByHand(
  services: Services,
  request: FastifyRequest,
  session: Session,
  body: Body,
): Promise<SettlementDone> {
  const { reason, ...what } = body
  const { preview: _, ...asked } = { preview: undefined, ...what }
  // a missing bet is reported before a key is claimed
  if (body.action === 'voidBet' || body.action === 'resettleBet') await bettorOf(services, body.betId)
  const meta = await metaByHand(services, request, session, { asked, reason })
  const outcome = await services.commandClaims.hold(meta.command, () =>
    attempt(services, body, meta).catch((error: unknown): Attempt => {
      if (error instanceof ApiError) return { accepted: false, error }
      throw error
    }),
  )
  if (!outcome.accepted) throw errorOf(outcome)
  const token = await services.freshness.recordSharedWrite(session.id, outcome)
  const [first] = outcome.events
  if (first?.type !== 'SettlementAsked')
    return { success: true, message: saidOf(outcome, MESSAGES[body.action]), position: token }
  const { request: id, movesCents } = first.data as { request: string; movesCents: number }
  const pendingApproval = { request: id, moves: eurosOf(movesCents) }
  return { success: true, message: 'Waiting for approval by another admin', pendingApproval, position: token }
}

/** After losing this many times in a row to other changes, the action is told to try again. */
const MAX_ATTEMPTS = 16

/**
 * If the state or the rules have changed since the preview, nothing is carried out and everything is looked at again.
 */
async function attempt(services: Services, body: Body, meta: CommandMeta): Promise<Attempt> {
  if (body.action === 'declineSettlement') return decline(services, body, meta)
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const done = await carryOut(services, body, meta).catch(nullIfSuperseded)
    if (done !== null) return done
  }
  throw new StoreUnavailable(`what is decided by hand changed ${MAX_ATTEMPTS} times while it was looked at`)
}

type Looked = Exclude<Body, { action: 'declineSettlement' }>

async function carryOut(services: Services, body: Looked, meta: CommandMeta): Promise<Attempt> {
  const repeated = await answerAgain(services, body, meta)
  if (repeated !== null) return repeated
  // a bet accepted after this is late, because the result closes the event at the time of this request
  const isCounted = body.action === 'approveSettlement' || (await isAllCounted(services))
  // the wait may have taken seconds
  await checkStanding(services, meta.actor.id)
  const plan = await planOf(services, body, meta.at)
  const preview = await previewOf(services, plan, meta)
  const { fingerprint, movesCents, aboveCents, named, complete, nothing, rules, seen } = preview
  if (body.preview !== undefined && body.preview !== fingerprint) throw new ApiError('preview_changed')
  if (body.action === 'approveSettlement') return approve(services, plan, body.request, meta, seen)
  // not executed: somebody may have decided otherwise by then, and executing it would undo that without being counted
  if (nothing) {
    // a correction that changes nothing is an error; other actions are reported as done
    if (body.action === 'correctResult') throw new ApiError('result_unchanged')
    return NOTHING_LEFT
  }
  let waits: Pick<AskSettlement<never>, 'movesCents' | 'aboveCents' | 'leftCents'>
  if (isCounted && complete && movesCents <= aboveCents) {
    const counted = await countAuthority(services, meta, preview)
    // a plain admin's count is bound to the rules, so this append need only be bound to the stream
    const bound = meta.actor.role === 'super-admin' ? { ...rules, seen } : { seen }
    if (counted.accepted) return execute(services, plan, counted.meta, bound)
    waits = { movesCents, aboveCents, leftCents: counted.leftCents }
  } else {
    // if not everything could be looked at, it counts as more than one admin may move
    waits = { movesCents: Math.max(movesCents, aboveCents + 1), aboveCents }
  }
  const asking = { ...meta, ...named }
  const type = 'AskSettlement'
  return plan.on === 'fixture'
    ? services.fixtures.execute(plan.id, { type, command: plan.command, ...waits }, asking, { seen })
    : services.accounts.execute(plan.id, { type, command: plan.command, ...waits }, asking, { seen })
}

/**
 * Whether the read models used by the preview have everything that was accepted before; bets they lack would move money
 * too.
 */
const isAllCounted = async ({ stops, freshness }: Services): Promise<boolean> =>
  (await stops.passed()) && (await freshness.hasWholeLog(['bets', 'fixtures', 'settlement']))

const execute = ({ fixtures, accounts }: Services, plan: Plan, meta: CommandMeta, bound: Bound): Promise<Carried> =>
  plan.on === 'fixture'
    ? fixtures.execute(plan.id, plan.command, meta, bound)
    : accounts.execute(plan.id, plan.command, meta, bound)

async function approve(services: Services, plan: Plan, request: string, meta: CommandMeta, seen: StreamHead) {
  const { fixtures, accounts } = services
  const { id: approver } = meta.actor
  const asker = plan.asker?.id ?? approver
  // the decider refuses the very same admin
  if (asker !== approver && (await areOfOneHand(services, asker, approver))) throw new ApiError('approver_of_one_hand')
  const type = 'ApproveSettlement'
  if (plan.on === 'fixture') return fixtures.execute(plan.id, { type, request }, meta, { seen })
  const approving = { type, request, outcomes: plan.command.outcomes } as const
  return accounts.execute(plan.id, approving, meta, { seen })
}

async function decline(services: Services, body: ApprovalAction, meta: CommandMeta): Promise<Attempt> {
  const { on, id } = await askedUnder(services, body)
  const command = { type: 'DeclineSettlement', request: body.request } as const
  return on === 'fixture' ? services.fixtures.execute(id, command, meta) : services.accounts.execute(id, command, meta)
}

/** Checked first, because what the command did the first time has changed the preview. */
async function answerAgain(services: Services, body: PreviewedAction, meta: CommandMeta): Promise<Attempt | null> {
  const betId = 'betId' in body ? body.betId : undefined
  if (betId !== undefined) return services.accounts.answerAgain(await bettorOf(services, betId), meta)
  const eventId = 'eventId' in body ? body.eventId : undefined
  return Id.safeParse(eventId).success ? services.fixtures.answerAgain(eventId!, meta) : null
}
