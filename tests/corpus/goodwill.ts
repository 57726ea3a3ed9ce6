// Goodwill: promised by an admin within the limit of a day, by a super admin beyond it, and paid to a bettor. Commands
// with ids and times injected, as in script.ts.
import { DESK } from '#domain/desk/events.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'
import { byAdmin, HOUR, scripted, secrets, sha256 } from './scripted.ts'

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function payGoodwill(store: EventStore): Promise<void> {
  const reason = (number: number) => byAdmin(sha256(`reason ${number}`))
  const script = scripted(store, { begin: '2026-11-15T12:00:00.000Z', unit: HOUR, reason })
  const { commands, onAccount } = script

  const settings = { 'welcome-grant': 0, 'goodwill-per-day': 100_00 }
  await script.onDesk('setup', { type: 'SeedSettings', settings })
  for (const [name, role] of [
    ['root', 'super-admin'],
    ['ada', 'admin'],
  ] as const) {
    const admin = { type: 'CreateAdmin', role, ...secrets(name), openedBy: 'setup', floatCents: 0 } as const
    await onAccount(name, 'setup', admin)
  }
  const signUp = { openedBy: 'sign-up', ageAttested: true, welcomeGrantCents: 0, receive: null }
  await onAccount('bob', 'sign-up', { type: 'OpenAccount', role: 'user', ...secrets('bob'), ...signUp })

  const configuration = await commands.desk.view(DESK, (_, head) => head.hash!)
  const pay = async (by: 'ada' | 'root', amountCents: number) => {
    const who = { account: by, role: by === 'ada' ? 'admin' : 'super-admin' } as const
    const goodwill = idOf(`goodwill ${script.number}`)
    const promise = { type: 'PromiseGoodwill', goodwill, to: idOf('bob'), amountCents, perDayCents: 100_00 } as const
    await onAccount(by, who, promise, { configuration })
    await onAccount('bob', who, { type: 'PayGoodwill', goodwill, by: idOf(by), amountCents }, { configuration })
  }
  script.now = 1
  await pay('ada', 60_00)
  await pay('ada', 40_00)
  await pay('root', 500_00)
  script.now = 25
  await pay('ada', 100_00)
}
