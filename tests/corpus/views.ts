// A small history in which admins and auditors are shown personal data. Commands with ids and times injected, as in
// script.ts.
import type { View } from '#domain/session/views.ts'
import type { Role } from '#domain/values.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { peopleCommands } from './account-commands.ts'
import { idOf } from './script.ts'
import { sha256 } from './scripted.ts'

const DAY = 24 * 60

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function lookAtPeople(store: EventStore): Promise<void> {
  const { onAccount, onSessions, pass } = peopleCommands(store)
  const secrets = (name: string) => ({
    username: sha256(`name ${name}`),
    password: sha256(`password ${name}`),
    nameAsTyped: true as const,
  })
  const user = { type: 'OpenAccount', role: 'user', ageAttested: true, welcomeGrantCents: 0, receive: null } as const
  const desk = { type: 'CreateAdmin', floatCents: 0 } as const
  const as = (account: string, role: Role) => ({ account, role })
  const [root, ada, vera] = [as('root', 'super-admin'), as('ada', 'admin'), as('vera', 'auditor')]
  const look = (who: typeof root, what: View, at = who.account) => onSessions(at, who, { type: 'RecordView', what })

  await onAccount('root', 'setup', { ...desk, role: 'super-admin', openedBy: 'setup', ...secrets('root') })
  await onAccount('ada', root, { ...desk, role: 'admin', openedBy: idOf('root'), ...secrets('ada') })
  await onAccount('vera', root, { ...desk, role: 'auditor', openedBy: idOf('root'), ...secrets('vera') })
  await onAccount('cy', 'sign-up', { ...user, ...secrets('cy'), openedBy: 'sign-up' })
  for (const what of ['profile', 'sessions', 'history', 'transactions-file', 'turnover-file'] as const) {
    await look(ada, what, 'cy')
  }
  // again on the same day, so there is no event
  await look(ada, 'profile', 'cy')
  await look(vera, 'profile', 'cy')
  await look(root, 'sessions', 'ada')
  await look(ada, 'history', 'root')
  for (const what of ['users-file', 'trail-file', 'bets-file', 'balances-file'] as const) await look(ada, what)
  await look(vera, 'log-entries')
  pass(DAY)
  await look(ada, 'profile', 'cy')
  await look(ada, 'users-file')
  await onAccount('ada', root, { type: 'BlockUser' })
}
