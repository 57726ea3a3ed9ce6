// Who an account is: its registration, its role, whether it is blocked.
import type { CommandMeta, Decision } from '../commands.ts'
import { MAX_TRANSFER_CENTS } from '../money.ts'
import { refuse } from '../refusals.ts'
import type { CreateAdmin, OpenAccount } from './commands.ts'
import type { AccountEvent, AccountOpened } from './events.ts'
import type { AccountState } from './state.ts'

type Decided = Decision<AccountEvent>

export const accept = (...events: AccountEvent[]): Decided => ({ accepted: true, events })

/** What was asked for is already so. */
export const NOTHING_TO_DO: Decided = { accepted: true, events: [] }

/** An admin, or a part of the product: anyone but a bettor. */
export const mayAdminister = (meta: CommandMeta): boolean => meta.actor.role !== 'user'

/** Super admins, and the product itself at its first start. */
export const isSuper = (meta: CommandMeta): boolean => meta.actor.role === 'super-admin' || meta.actor.role === 'system'

/** A whole number of cents that one transfer may carry. */
export const isAmount = (cents: number, least: number): boolean =>
  Number.isSafeInteger(cents) && cents >= least && cents <= MAX_TRANSFER_CENTS

const openedAs = (
  { role, username, password, openedBy }: OpenAccount | CreateAdmin,
  ageAttested: boolean,
): AccountOpened => ({ role, username, password, openedBy: openedBy as AccountOpened['openedBy'], ageAttested })

/** The same registration again has nothing left to do; another one on this id is refused. */
const decideRepeatedOpening = (opened: AccountOpened, asked: AccountOpened): Decided =>
  opened.role === asked.role &&
  opened.username === asked.username &&
  opened.password === asked.password &&
  opened.openedBy === asked.openedBy
    ? NOTHING_TO_DO
    : refuse('account_exists')

export function decideOpenAccount(command: OpenAccount, meta: CommandMeta, state: AccountState): Decided {
  const { openedBy, ageAttested, welcomeGrantCents, receive } = command
  const opened = openedAs(command, ageAttested)
  if (state.opened !== null) return decideRepeatedOpening(state.opened, opened)
  if (openedBy !== 'sign-up' && !mayAdminister(meta)) return refuse('not_an_admin')
  if (!isAmount(welcomeGrantCents, 0) || (receive !== null && !isAmount(receive.amountCents, 1))) {
    return refuse('amount_invalid')
  }
  const events: AccountEvent[] = [{ type: 'AccountOpened', schema: 1, data: opened }]
  if (welcomeGrantCents > 0)
    events.push({ type: 'WelcomeGranted', schema: 1, data: { amountCents: welcomeGrantCents } })
  if (receive !== null) {
    const data = { ...receive, into: 'wallet' as const, owedPaidCents: 0, forwarded: false }
    events.push({ type: 'TransferReceived', schema: 1, data })
  }
  return accept(...events)
}

export function decideCreateAdmin(command: CreateAdmin, meta: CommandMeta, state: AccountState): Decided {
  const { role, floatCents } = command
  // an admin who adds an admin vouches for the age; nobody does at the first start
  const opened = openedAs(command, command.openedBy !== 'setup')
  if (state.opened !== null) return decideRepeatedOpening(state.opened, opened)
  if (!mayAdminister(meta)) return refuse('not_an_admin')
  if (role === 'super-admin' && !isSuper(meta)) return refuse('super_admin_required')
  if (!isAmount(floatCents, 0)) return refuse('amount_invalid')
  const opening: AccountEvent = { type: 'AccountOpened', schema: 1, data: opened }
  if (floatCents === 0) return accept(opening)
  return accept(opening, { type: 'FloatSet', schema: 1, data: { beforeCents: 0, afterCents: floatCents } })
}

export function decideBlockUser(meta: CommandMeta, state: AccountState): Decided {
  if (state.opened === null) return refuse('account_missing')
  if (!mayAdminister(meta)) return refuse('not_an_admin')
  if (state.opened.role === 'super-admin') return refuse('super_admin_protected')
  if (meta.actor.id === state.id) return refuse('own_account')
  return state.blocked ? NOTHING_TO_DO : accept({ type: 'AccountBlocked', schema: 1, data: {} })
}

export function decideUnblockUser(meta: CommandMeta, state: AccountState): Decided {
  if (state.opened === null) return refuse('account_missing')
  if (!mayAdminister(meta)) return refuse('not_an_admin')
  if (meta.actor.id === state.id) return refuse('own_account')
  return state.blocked ? accept({ type: 'AccountUnblocked', schema: 1, data: {} }) : NOTHING_TO_DO
}
