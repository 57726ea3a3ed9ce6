// Sentences about accounts, and about limits that bettors set for themselves.
import { euros, say, strong, type Tell } from './sentence.ts'
import { timeText } from './times.ts'

const ROLES = { user: 'user', admin: 'admin', 'super-admin': 'super admin', auditor: 'auditor' } as const

export const AccountOpened: Tell<'AccountOpened'> = ({ data, who, on }) => {
  const change = [null, 'active'] as const
  if (data.openedBy === 'sign-up') return { what: say`${on} ${strong('signed up')}`, change }
  if (data.openedBy === 'setup') return { what: say`${on} was set up as ${strong('super admin')}`, change }
  return { what: say`${who} ${strong(`added the ${ROLES[data.role]}`)} ${on}`, change }
}
export const WelcomeGranted: Tell<'WelcomeGranted'> = ({ data, on }) => ({
  what: say`The house gave ${on} a welcome grant of ${strong(euros(data.amountCents))}`,
})
export const AccountBlocked: Tell<'AccountBlocked'> = ({ who, on }) => ({
  what: say`${who} ${strong('blocked')} ${on}`,
  change: ['active', 'blocked'],
})
export const AccountUnblocked: Tell<'AccountUnblocked'> = ({ who, on }) => ({
  what: say`${who} ${strong('unblocked')} ${on}`,
  change: ['blocked', 'active'],
})
export const ClosingRequested: Tell<'ClosingRequested'> = ({ on }) => ({
  what: say`${on} asked to ${strong('close the account')} once it is empty`,
  change: ['active', 'to be closed'],
})
export const ClosingCancelled: Tell<'ClosingCancelled'> = ({ on }) => ({
  what: say`${on} chose to ${strong('keep the account')} after all`,
  change: ['to be closed', 'active'],
})
export const AccountClosed: Tell<'AccountClosed'> = ({ row, who, on }) => ({
  what:
    row.role === 'system'
      ? say`The account of ${on} was ${strong('closed')}, as ${on} had asked`
      : say`${who} ${strong('closed')} the account of ${on}`,
  change: [row.role === 'system' ? 'to be closed' : 'active', 'closed'],
})
export const PersonalDataErased: Tell<'PersonalDataErased'> = ({ who, on, data }) => {
  const rows = data.rows.map(({ kind, count }) => `${kind} ${count}`)
  const gone = [...rows, ...(data.reasons.length === 0 ? [] : [`reason ${data.reasons.length}`])]
  return {
    what: say`${who} ${strong('erased the personal data')} of ${on}`,
    change: [gone.join(', '), '(erased)'],
  }
}
export const PasswordChanged: Tell<'PasswordChanged'> = ({ row, who, on }) => ({
  what:
    row.actor === row.account
      ? say`${on} changed their own ${strong('password')}`
      : say`${who} changed the ${strong('password')} of ${on}`,
})
/** The address itself is personal data and not in the ledger. */
export const EmailChanged: Tell<'EmailChanged'> = ({ row, data, on, known }) => {
  const before = known.replaced<'EmailChanged'>(row)
  return {
    what: say`${on} ${data.email === undefined ? 'removed' : 'set'} the ${strong('email address')} of the account`,
    change: [before?.data.email === undefined ? 'none' : 'set', data.email === undefined ? 'none' : 'set'],
  }
}

const LIMITED = { stake: 'stakes', loss: 'losses' } as const

export const PlayLimitSet: Tell<'PlayLimitSet'> = ({ data, who, on, row, known }) => {
  const limit = strong(`limit on ${LIMITED[data.kind]} in a ${data.period}`)
  const before = known.replaced<'PlayLimitSet'>(row)?.data.amountCents ?? null
  const later = data.effectiveAt > row.at.toISOString() ? ` from ${timeText(data.effectiveAt)}` : ''
  return {
    what: row.actor === row.account ? say`${on} set their own ${limit}` : say`${who} set the ${limit} of ${on}`,
    change: [amountText(before), `${amountText(data.amountCents)}${later}`],
  }
}
const amountText = (cents: number | null): string => (cents === null ? 'no limit' : euros(cents))

export const BreakTaken: Tell<'BreakTaken'> = ({ data, on }) => ({
  what: say`${on} took a break from betting: ${strong(data.kind === 'time-out' ? 'time-out' : 'self-exclusion')}`,
  change: ['may bet', data.until === null ? 'no bets, for good' : `no bets until ${timeText(data.until)}`],
})
