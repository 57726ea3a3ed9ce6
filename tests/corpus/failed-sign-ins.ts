// A small history in which strangers try to sign in. Commands with ids and times injected, as in script.ts.
import type { EventStore } from '#services/event-store/port.ts'
import { peopleCommands } from './account-commands.ts'
import { secrets, sha256 } from './scripted.ts'

const NOTHING = { passwords: 0, codes: 0, refused: 0 }

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function failToSignIn(store: EventStore): Promise<void> {
  const { onAccount, onSessions, pass } = peopleCommands(store)
  const user = { type: 'OpenAccount', role: 'user', ageAttested: true, welcomeGrantCents: 0, receive: null } as const
  const signUp = (name: string) =>
    onAccount(name, 'sign-up', { ...user, ...secrets(name), nameAsTyped: true, openedBy: 'sign-up' })
  const count = (name: string, hour: number, counts: Partial<typeof NOTHING> & { networks: number }) =>
    onSessions(name, 'sign-in', {
      ...{ type: 'RecordFailedSignIns', hour: `2026-11-20T${hour}:00:00.000Z` },
      ...{ ...NOTHING, ...counts },
    })

  await signUp('cy')
  await signUp('bob')
  pass(70)
  await count('cy', 12, { passwords: 12, refused: 3, networks: 2 })
  await count('bob', 12, { passwords: 1, networks: 1 })
  const cy = { account: 'cy', role: 'user' } as const
  await onSessions('cy', cy, { type: 'SignIn', session: sha256('session of cy'), secondFactor: false })
  pass(120)
  await count('cy', 13, { passwords: 2, codes: 5, networks: 1 })
  await count('cy', 14, { passwords: 1_000_000, codes: 1, refused: 1_000_000, networks: 100 })
}
