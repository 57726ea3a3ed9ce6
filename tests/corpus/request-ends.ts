// How requests of bettors and admins end: done, declined, withdrawn. Commands with ids and times injected, as in
// script.ts.
import type { RequestOutcome } from '#domain/request/request-events.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { accountCommands } from './account-commands.ts'
import { idOf } from './script.ts'
import { secrets, sha256, type Who } from './scripted.ts'

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function endRequests(store: EventStore): Promise<void> {
  const onAccount = accountCommands(store)
  const root = { account: 'root', role: 'super-admin' } as const
  const ada = { account: 'ada', role: 'admin' } as const
  const bob = { account: 'bob', role: 'user' } as const
  const opening = { type: 'CreateAdmin', floatCents: 0 } as const
  await onAccount('root', 'setup', { ...opening, role: 'super-admin', openedBy: 'setup', ...secrets('root') })
  await onAccount('ada', root, { ...opening, role: 'admin', openedBy: idOf('root'), ...secrets('ada') })
  const signUp = { type: 'OpenAccount', role: 'user', openedBy: 'sign-up', ageAttested: true, receive: null } as const
  await onAccount('bob', 'sign-up', { ...signUp, ...secrets('bob'), welcomeGrantCents: 0 })
  await onAccount('cy', 'sign-up', { ...signUp, ...secrets('cy'), welcomeGrantCents: 0 })

  const end = (
    account: string,
    who: Who,
    outcome: RequestOutcome,
    about: { request: string; kind: string; amountCents?: number; note?: string },
    answer?: string,
  ) =>
    onAccount(
      account,
      who,
      { type: 'EndRequest', ...about, request: idOf(about.request), outcome },
      outcome === 'withdrawn' || answer === undefined ? null : { code: 'by-admin', text: sha256(`answer ${answer}`) },
    )
  const note = sha256('note call me')
  await end(
    'bob',
    ada,
    'done',
    { request: 'first deposit', kind: 'deposit', amountCents: 50_00, note },
    'cash at the desk',
  )
  await end('bob', root, 'declined', { request: 'pay-out', kind: 'pay-out', amountCents: 9_99 }, 'no such amount')
  await end('bob', bob, 'withdrawn', { request: 'second deposit', kind: 'deposit', amountCents: 1, note })
  await end('bob', bob, 'withdrawn', { request: 'closing', kind: 'closing' })
  await end('cy', ada, 'done', { request: 'password', kind: 'password' })
  // an admin asks, and another one answers
  await end('ada', root, 'declined', { request: 'closing of ada', kind: 'closing', note }, 'stay')
}
