// The second factor of an account, as far as the ledger knows it: commitments to a secret and to its recovery codes.
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

/** Why this is not for the actor to do: only the owner sets up and turns off the own factor. */
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
  // a request that is late does not turn off a later one
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

/** Somebody's who lost it. A super admin's own goes by another super admin. */
export function decideRemoveSecondFactor(_: RemoveSecondFactor, { actor }: CommandMeta, state: AccountState): Decided {
  if (state.opened === null) return refuse('account_missing')
  if (actor.role !== 'super-admin') return refuse('super_admin_required')
  if (actor.id === state.id) return refuse('own_account')
  // sessions end with it, and only with an event
  if (state.secondFactor === undefined) return refuse('second_factor_missing')
  return accept({ type: 'SecondFactorRemoved', schema: 1, data: {} })
}
