// Checks who may void a bet, or take its settlement back.
import type { Settlement } from '../../events/payloads.ts'
import type { OpenBet } from '../../replay/entities.ts'
import type { CheckContext, EventCheck } from '../../replay/event-check.ts'
import { hasSuperAdmin } from '../four-eyes.ts'

/**
 * Business time. Fixtures and accounts are different streams, so somebody who voids may not know of a result that was
 * just recorded.
 */
const JUST_NOW_MS = 60_000

const wrong = ({ place, meta, findings }: CheckContext, expected: string, actual: string) =>
  findings.at(place, 'actor_implausible', expected, actual, meta.actor.id)

/** Bets are voided by admins; after the end of one of their games, a super admin has to take part. */
export function checkVoider(event: EventCheck<'BetVoided'>, bet: OpenBet): void {
  const { meta, state } = event
  const { role, id } = meta.actor
  if (role === 'system') wrong(event, 'a person', id)
  if (role !== 'admin' || hasSuperAdmin(event)) return
  const known = new Date(Date.parse(meta.at) - JUST_NOW_MS).toISOString()
  const ended = bet.legs.find(({ fixture }) => state.fixtures.get(fixture)?.endings.some(({ at }) => at <= known))
  if (ended !== undefined) wrong(event, `a super admin, after the end of ${ended.fixture}`, role)
}

/** Only the settler settles what is open: people void it, or take back what was settled. */
export function checkSettler(event: EventCheck<'BetSettled'>): void {
  const { role } = event.meta.actor
  if (role !== 'system') wrong(event, 'a part of the product', role)
}

/** Whether a resettlement voids the bet: the stake goes back, and no leg is graded. */
export const isVoid = (settlement: Settlement | null): boolean => settlement?.legs.length === 0

/**
 * Settlements are taken back by the settler or by a super admin; a void by hand, or a settlement in favour of one, only
 * by the latter.
 */
export function checkResettler(event: EventCheck<'BetResettled'>, wasVoidedByHand: boolean): void {
  const { data, meta } = event
  const { role, id } = meta.actor
  const isByHand = wasVoidedByHand || isVoid(data.settlement)
  if (role === 'admin' && !hasSuperAdmin(event)) wrong(event, 'a super admin', role)
  if (role === 'system' && isByHand) wrong(event, 'a super admin', id)
}
