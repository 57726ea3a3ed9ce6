// Voiding a bet by hand: the stake goes back.
import { debtPaidBy } from '../account/debt.ts'
import type { AccountEvent } from '../account/events.ts'
import { hasAdminRights, hasSuperAdminRights } from '../account/permissions.ts'
import type { AccountState } from '../account/state.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import type { VoidBet } from './bet-commands.ts'

export function decideVoidBet(command: VoidBet, meta: CommandMeta, state: AccountState): Decision<AccountEvent> {
  if (state.opened === null) return refuse('account_missing')
  if (!hasAdminRights(meta)) return refuse('not_an_admin')
  const { bet, outcomes } = command
  const open = state.bets.get(bet)
  const hasEnded = open?.legs.some((leg) => outcomes.some(({ fixture }) => fixture === leg.fixture)) ?? false
  if (hasEnded && !hasSuperAdminRights(meta)) return refuse('super_admin_required')
  const settled = state.settled.get(bet)
  if (settled !== undefined) return settled.settlement === null ? ALREADY_DONE : refuse('bet_not_open')
  if (open === undefined) return refuse('bet_missing')
  const { stakeCents } = open
  const data = { bet, stakeCents, owedPaidCents: debtPaidBy(state, stakeCents) }
  return accept({ type: 'BetVoided', schema: 1, data })
}
