// Sentences about accounts, and about limits that bettors set for themselves.
import { euros, say, strong, type Tell } from './sentence.ts'
import { timeText } from './times.ts'

const ROLES = { user: 'user', admin: 'admin', 'super-admin': 'super admin' } as const

export const AccountOpened: Tell<'AccountOpened'> = ({ data, who, on }) => {
  const change = [null, 'active'] as const
  if (data.openedBy === 'sign-up') return { what: say`${on} ${strong('signed up')}`, change }
  if (data.openedBy === 'setup') return { what: say`${on} was set up as ${strong('super admin')}`, change }
  return { what: say`${who} ${strong(`added the ${ROLES[data.role]}`)} ${on}`, change }
}
export const WelcomeGranted: Tell<'WelcomeGranted'> = ({ data, on }) => ({
  what: say`the house gave ${on} a welcome of ${strong(euros(data.amountCents))}`,
})
export const AccountBlocked: Tell<'AccountBlocked'> = ({ who, on }) => ({
  what: say`${who} ${strong('blocked')} ${on}`,
  change: ['active', 'blocked'],
})
export const AccountUnblocked: Tell<'AccountUnblocked'> = ({ who, on }) => ({
  what: say`${who} ${strong('unblocked')} ${on}`,
  change: ['blocked', 'active'],
})
export const PasswordChanged: Tell<'PasswordChanged'> = ({ row, who, on }) => ({
  what:
    row.actor === row.account
      ? say`${on} changed the own ${strong('password')}`
      : say`${who} changed the ${strong('password')} of ${on}`,
})
export const EmailChanged: Tell<'EmailChanged'> = ({ data, on }) => ({
  what:
    data.email === undefined
      ? say`${on} removed the ${strong('email address')}`
      : say`${on} set the ${strong('email address')}`,
  change: [null, data.email === undefined ? 'none' : 'set'],
})

export const PlayLimitSet: Tell<'PlayLimitSet'> = ({ data, who, on, row }) => {
  const limit = strong(`${data.kind} limit of the ${data.period}`)
  return {
    what: row.actor === row.account ? say`${on} set the own ${limit}` : say`${who} set the ${limit} of ${on}`,
    change: [
      null,
      `${data.amountCents === null ? 'no limit' : euros(data.amountCents)} from ${timeText(data.effectiveAt)}`,
    ],
  }
}
export const BreakTaken: Tell<'BreakTaken'> = ({ data, on }) => ({
  what: say`${on} took a break: ${strong(data.kind === 'time-out' ? 'time-out' : 'self-exclusion')}`,
  change: [null, data.until === null ? 'for good' : `until ${timeText(data.until)}`],
})
