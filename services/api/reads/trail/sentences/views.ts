// Sentences about personal data that admins and auditors were shown.
import type { View } from '#domain/session/views.ts'
import { say, strong, type Tell } from './sentence.ts'

const OF_ALL: Readonly<Record<string, string>> = {
  'users-file': 'a file of the users',
  'trail-file': 'a file of the audit trail',
  'bets-file': 'a file of bets',
  'balances-file': 'a file of balances',
  'log-entries': 'events of the log as they are stored',
} satisfies Partial<Record<View, string>>
const OF_SOMEBODY: Readonly<Record<string, string>> = {
  profile: 'the profile',
  sessions: 'the sign-ins and addresses',
  history: 'the whole history',
  'transactions-file': 'a file of the transactions',
  'turnover-file': 'a file of the turnover',
} satisfies Partial<Record<View, string>>

/** Recorded at the first view on a business day. A kind of data that only newer processes know is shown by its key. */
export const PersonalDataViewed: Tell<'PersonalDataViewed'> = ({ data: { what }, who, on, row }) => {
  if (row.account === row.actor) return { what: say`${who} was given ${strong(OF_ALL[what] ?? what)}` }
  return { what: say`${who} was shown ${strong(OF_SOMEBODY[what] ?? what)} of ${on}` }
}
