// A bet on its way from the request to the ledger. A bet in play waits, so that nobody can bet on what has just happened;
// it is then decided by prices that were fetched after the request. Nothing is held or recorded while it waits. A bet is
// recorded only while the desk's rules that decided it are in force.
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { PlaceBet, PlacedLeg } from '#domain/bet/bet-commands.ts'
import { refusalAtAnyPrice } from '#domain/bet/place-bet.ts'
import type { Refusal } from '#domain/decision.ts'
import { MAX_LEGS, MIN_STAKE_CENTS } from '#domain/limits.ts'
import type { CommandMeta } from '#domain/meta.ts'
import type { Session } from '#services/accounts/sessions/session.ts'
import { newBetId } from '#services/commands/bet-id.ts'
import type { PlaceBetBody } from '#services/contract/contract.ts'
import { ODDS_APART_MS } from '#services/odds/polling/polling-intervals.ts'
import { commandMeta } from '../../../command-context.ts'
import { givenBy, namedIn, type Rules } from '../../../desk/desk-rules.ts'
import type { ApiError } from '../../../http/errors/errors.ts'
import type { Services } from '../../../services.ts'
import {
  acceptedAt,
  isInPlay,
  isTooOld,
  legOf,
  priceLegs,
  priceLegsAgain,
  type ShownLeg,
  showLegs,
  underRules,
} from './bet-pricing.ts'
import { betRefused } from './bet-reply.ts'
import { type BetRequest, hashBetRequest, readBetRequest } from './bet-request.ts'

/** The longest that fetching prices takes, in system time. */
const FETCH_MS = 2_000
/** In system time. With one fetch before and one after, still less than the deadline of a request. */
const ANSWER_MS = 14_000

/** `isAgain`: the same command was answered before, and gets that answer at once, whatever the prices are now. */
type Priced = { readonly legs: readonly PlacedLeg[]; readonly isAgain: boolean }

/** What somebody asks for, with what stays the same however often it is decided. */
export class Placement {
  readonly #services: Services
  readonly #request: FastifyRequest
  readonly #session: Session
  readonly #requested: BetRequest
  readonly #requestedAt: Date
  readonly #hash: string
  readonly #bet: string

  constructor(services: Services, request: FastifyRequest<{ Body: PlaceBetBody }>, session: Session) {
    this.#services = services
    this.#request = request
    this.#session = session
    this.#requested = readBetRequest(request.body)
    // not derived from the key, or it could come up again with the key after its command has been forgotten
    this.#bet = newBetId(services.clock.systemNow())
    this.#requestedAt = services.clock.businessNow()
    this.#hash = hashBetRequest(this.#requested)
  }

  /** Throws ApiError if the bet is refused. */
  async record() {
    const outcome = await this.#decided(await this.#priced())
    if (!outcome.accepted) throw await this.#refused(outcome.refusal)
    return outcome
  }

  /** Nothing is fetched for a bet that would be refused at any price, or that has been answered before. */
  async #priced(): Promise<Priced> {
    const { rules } = this.#services
    let shown = showLegs(this.#services, this.#requested.legs)
    const mayWait = rules.seen().settings['acceptance-delay'] > 0 && isInPlay(shown)
    if (mayWait || shown.some((leg) => isTooOld(this.#services, leg))) {
      if (await this.#wasAnswered(shown)) return { legs: shown.map(legOf), isAgain: true }
      shown = showLegs(this.#services, this.#requested.legs)
    }
    const legs = priceLegs(this.#services, shown)
    return { legs: legs instanceof Promise ? await legs : legs, isAgain: false }
  }

  /** Throws ApiError if the bet would be refused at any price. */
  async #wasAnswered(shown: readonly ShownLeg[]): Promise<boolean> {
    const { accounts, rules } = this.#services
    const meta = this.#metaAt(this.#requestedAt)
    const [state, inForce] = await Promise.all([accounts.read(this.#session.accountId), rules.now()])
    if (state.commands.has(meta.command.id)) return true
    const command = this.#commandUnder(inForce, shown.map(legOf))
    const tooOld = command.legs.filter((_, at) => isTooOld(this.#services, shown[at]!))
    const refused = refusalAtAnyPrice(command, meta, state, tooOld)
    if (refused !== null) throw await this.#refused(refused.refusal)
    return false
  }

  async #decided({ legs, isAgain }: Priced) {
    const { clock } = this.#services
    let outcome = await this.#decide(legs, isAgain, false)
    while ('restMs' in outcome) {
      const { delayMs, restMs } = outcome
      await pause(Math.ceil(restMs / clock.speed))
      // the last fetch may have been just before the request, so the next one has to wait its turn
      const timeoutMs = Math.min(ODDS_APART_MS / clock.speed + FETCH_MS, ANSWER_MS - delayMs / clock.speed)
      const since = this.#requestedAt
      const again = await priceLegsAgain(this.#services, this.#requested.legs, { since, timeoutMs })
      outcome = await this.#decide(again, isAgain, true)
    }
    return outcome
  }

  /** The outcome, or how long the bet has to wait first. */
  #decide(legs: readonly PlacedLeg[], isAgain: boolean, hasWaited: boolean) {
    const { accounts, clock, rules } = this.#services
    return rules.decide(async (inForce) => {
      const delayMs = inForce.settings['acceptance-delay']
      const restMs = this.#requestedAt.getTime() + delayMs - clock.businessNow().getTime()
      const waits = !isAgain && delayMs > 0 && isInPlay(legs) && (!hasWaited || restMs > 0)
      if (waits) return { delayMs, restMs: Math.max(restMs, 0) }
      const meta = { ...this.#metaAt(acceptedAt(clock.businessNow(), legs)), ...namedIn(inForce) }
      const delay = hasWaited ? { requestedAt: this.#requestedAt.toISOString() } : {}
      const command = { ...this.#commandUnder(inForce, legs), ...delay }
      return accounts.execute(this.#session.accountId, command, meta, givenBy(inForce))
    })
  }

  #commandUnder(inForce: Rules, legs: readonly PlacedLeg[]): PlaceBet {
    const { odd, policy, stakeCents } = this.#requested
    return {
      type: 'PlaceBet',
      bet: this.#bet,
      stakeCents,
      policy: policy ?? inForce.settings['odds-policy'],
      ...(odd === undefined ? {} : { seenParlayOdds: odd }),
      limits: { maxLegs: MAX_LEGS, maxPayoutCents: inForce.settings['max-payout'], minStakeCents: MIN_STAKE_CENTS },
      legs: underRules(legs, inForce),
    }
  }

  #metaAt(at: Date): CommandMeta {
    return commandMeta(this.#request, this.#session, this.#hash, at)
  }

  #refused(refusal: Refusal): Promise<ApiError> {
    return betRefused(this.#services.board, refusal, this.#requested.legs)
  }
}
