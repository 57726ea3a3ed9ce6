// How accounts are opened: of users, and of admins and auditors.
import { ALREADY_DONE, accept, type Decision } from '../decision.ts'
import type { CommandMeta } from '../meta.ts'
import { refuse } from '../refusals.ts'
import { isTransferAmount } from '../transfer/transfer-amount.ts'
import type { CreateAdmin, OpenAccount } from './commands.ts'
import type { AccountEvent, AccountOpened } from './events.ts'
import { hasAdminRights, hasSuperAdminRights, holdsFloat } from './permissions.ts'
import type { AccountState } from './state.ts'

type AccountDecision = Decision<AccountEvent>

const openingOf = (
  { role, username, password, openedBy }: OpenAccount | CreateAdmin,
  ageAttested: boolean,
): AccountOpened => ({ role, username, password, openedBy: openedBy as AccountOpened['openedBy'], ageAttested })

/** The same registration again is ALREADY_DONE; a different one under this id is refused. */
const decideRepeatedRegistration = (opened: AccountOpened, requested: AccountOpened): AccountDecision =>
  opened.role === requested.role &&
  opened.username === requested.username &&
  opened.password === requested.password &&
  opened.openedBy === requested.openedBy
    ? ALREADY_DONE
    : refuse('account_exists')

/** Version 1 commits to the normal form of the name. Auditors exist only in version 2. */
function openingEvent({ nameAsTyped }: OpenAccount | CreateAdmin, data: AccountOpened): AccountEvent {
  const { role, ...rest } = data
  return nameAsTyped === true || role === 'auditor'
    ? { type: 'AccountOpened', schema: 2, data }
    : { type: 'AccountOpened', schema: 1, data: { role, ...rest } }
}

export function decideOpenAccount(command: OpenAccount, meta: CommandMeta, state: AccountState): AccountDecision {
  const { ageAttested, welcomeGrantCents, receive } = command
  const opened = openingOf(command, ageAttested)
  if (state.opened !== null) return decideRepeatedRegistration(state.opened, opened)
  if (command.openedBy !== 'sign-up' && !hasAdminRights(meta)) return refuse('not_an_admin')
  if (!isTransferAmount(welcomeGrantCents, 0) || (receive !== null && !isTransferAmount(receive.amountCents, 1))) {
    return refuse('amount_invalid')
  }
  const events = [openingEvent(command, opened)]
  if (welcomeGrantCents > 0)
    events.push({ type: 'WelcomeGranted', schema: 1, data: { amountCents: welcomeGrantCents } })
  if (receive !== null) {
    const data = { ...receive, into: 'wallet' as const, owedPaidCents: 0, forwarded: false }
    events.push({ type: 'TransferReceived', schema: 1, data })
  }
  return accept(...events)
}

export function decideCreateAdmin(command: CreateAdmin, meta: CommandMeta, state: AccountState): AccountDecision {
  const { role, floatCents } = command
  // an admin who adds an admin declares them to be of age; at the first start nobody does
  const opened = openingOf(command, command.openedBy !== 'setup')
  if (state.opened !== null) return decideRepeatedRegistration(state.opened, opened)
  if (!hasAdminRights(meta)) return refuse('not_an_admin')
  if (role === 'super-admin' && !hasSuperAdminRights(meta)) return refuse('super_admin_required')
  if (role === 'auditor' && meta.actor.role !== 'super-admin') return refuse('super_admin_required')
  if (!isTransferAmount(floatCents, 0) || (floatCents > 0 && !holdsFloat({ role }))) return refuse('amount_invalid')
  if (floatCents > 0 && !hasSuperAdminRights(meta)) return refuse('draw_missing')
  const opening = openingEvent(command, opened)
  if (floatCents === 0) return accept(opening)
  return accept<AccountEvent>(opening, {
    type: 'FloatSet',
    schema: 2,
    data: { beforeCents: 0, afterCents: floatCents },
  })
}
