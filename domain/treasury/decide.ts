// Every command on the treasury.
import { hasAdminRights, hasSuperAdminRights } from '../account/permissions.ts'
import { accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import { isTransferAmount } from '../transfer/transfer-amount.ts'
import type { Draw, TreasuryCommand } from './commands.ts'
import type { TreasuryEvent } from './events.ts'
import { type TreasuryState, usedOn, waitingDraw } from './state.ts'

type TreasuryDecision = Decision<TreasuryEvent>

export function decideTreasury(command: TreasuryCommand, meta: CommandMeta, state: TreasuryState): TreasuryDecision {
  if (command.type === 'Draw') return draw(command, meta, state)
  if (!hasAdminRights(meta)) return refuse('not_an_admin')
  if (!hasSuperAdminRights(meta)) return refuse('super_admin_required')
  const waiting = waitingDraw(state, command.draw)
  if (waiting === undefined) return refuse('draw_not_waiting')
  const type = command.type === 'ApproveDraw' ? 'TreasuryDrawApproved' : 'TreasuryDrawDeclined'
  return accept({ type, schema: 1, data: waiting })
}

/** For plain admins. Super admins raise the float itself, and draw nothing. */
function draw(command: Draw, meta: CommandMeta, state: TreasuryState): TreasuryDecision {
  const { draw, account, amountCents, budgetCents } = command
  if (meta.actor.role !== 'admin') return refuse('not_an_admin')
  if (account === meta.actor.id) return refuse('super_admin_required')
  if (!isTransferAmount(amountCents, 1)) return refuse('amount_invalid')
  const replaced = state.waiting.get(account)
  const replaces = replaced === undefined ? {} : { replaces: replaced.draw }
  const data = { draw, account, amountCents, budgetCents, ...replaces }
  const usedCents = usedOn(state, meta.at)
  // only what was handed out counts: lowering a float frees no budget
  if (usedCents + amountCents <= budgetCents) return accept({ type: 'TreasuryDrawn', schema: 1, data })
  // a day that is over and forgotten counts as used up
  const stated = { usedCents: Number.isFinite(usedCents) ? usedCents : budgetCents }
  return accept({ type: 'TreasuryDrawRequested', schema: 1, data: { ...data, ...stated } })
}
