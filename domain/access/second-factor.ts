// The second factor of an account as the ledger knows it: commitments to its secret and its recovery codes.
import type { AccountEvent } from '../account/events.ts'
import type { AccountState } from '../account/state.ts'
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { type RefusalCode, refuse } from '../refusals.ts'
import type {
  DisableSecondFactor,
  EnableSecondFactor,
  RemoveSecondFactor,
  RenewRecoveryCodes,
} from './access-commands.ts'

type Decided = Decision<AccountEvent>

/** The refusal of anybody but the owner, or of a blocked owner; null if the actor may change this factor. */
function ownerFault({ actor }: CommandMeta, state: AccountState): RefusalCode | null {
  if (state.opened === null) return 'account_missing'
  if (state.blocked) return 'account_blocked'
  return actor.role === 'system' || actor.id !== state.id ? 'not_the_owner' : null
}

export function decideEnableSecondFactor(
  { factor, recoveryCodes }: EnableSecondFactor,
  meta: CommandMeta,
  state: AccountState,
): Decided {
  const fault = ownerFault(meta, state)
  if (fault !== null) return refuse(fault)
  if (state.secondFactor?.factor === factor) return ALREADY_DONE
  if (state.secondFactor !== undefined) return refuse('second_factor_set')
  return accept({ type: 'SecondFactorEnabled', schema: 1, data: { factor, recoveryCodes } })
}

export function decideDisableSecondFactor(
  { factor }: DisableSecondFactor,
  meta: CommandMeta,
  state: AccountState,
): Decided {
  const fault = ownerFault(meta, state)
  if (fault !== null) return refuse(fault)
  if (state.secondFactor === undefined) return ALREADY_DONE
  // a request that arrives late must not turn off a factor enabled since
  if (state.secondFactor.factor !== factor) return refuse('second_factor_replaced')
  return accept({ type: 'SecondFactorDisabled', schema: 1, data: {} })
}

export function decideRenewRecoveryCodes(
  { factor, recoveryCodes }: RenewRecoveryCodes,
  meta: CommandMeta,
  state: AccountState,
): Decided {
  const fault = ownerFault(meta, state)
  if (fault !== null) return refuse(fault)
  if (state.secondFactor === undefined) return refuse('second_factor_missing')
  if (state.secondFactor.factor !== factor) return refuse('second_factor_replaced')
  if (state.secondFactor.recoveryCodes === recoveryCodes) return ALREADY_DONE
  return accept({ type: 'RecoveryCodesRenewed', schema: 1, data: { recoveryCodes } })
}

/** For an owner who lost it. A super admin's own is removed by another super admin. */
export function decideRemoveSecondFactor(_: RemoveSecondFactor, { actor }: CommandMeta, state: AccountState): Decided {
  if (state.opened === null) return refuse('account_missing')
  if (actor.role !== 'super-admin') return refuse('super_admin_required')
  if (actor.id === state.id) return refuse('own_account')
  // refused rather than ALREADY_DONE: the command also ends sessions, and they must not end without an event
  if (state.secondFactor === undefined) return refuse('second_factor_missing')
  return accept({ type: 'SecondFactorRemoved', schema: 1, data: {} })
}
