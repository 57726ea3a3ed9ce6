// How what bettors and admins ask of the admins ends: done, declined, taken back. Commands with ids and times injected, as in
// script.ts.
import { createHash } from 'node:crypto'
import type { AccountCommand } from '#domain/account/commands.ts'
import type { CommandMeta } from '#domain/meta.ts'
import type { RequestOutcome } from '#domain/request/request-events.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'

const BEGIN = Date.parse('2026-11-20T12:00:00.000Z')
const MINUTE = 60_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const at = (minute: number) => new Date(BEGIN + minute * MINUTE).toISOString()

type Who = string | { account: string; role: 'user' | 'admin' | 'super-admin' }

/** Carries the script out on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function endRequests(store: EventStore): Promise<void> {
  let minute = 0
  const { accounts } = createCommands({ store, systemNow: () => new Date(at(minute)) })

  async function onAccount(account: string, who: Who, command: AccountCommand, reason: CommandMeta['reason'] = null) {
    minute += 1
    const isPart = typeof who === 'string'
    const actor = isPart ? { id: who, role: 'system' as const } : { id: idOf(who.account), role: who.role }
    const id = commandId(actor.id, `key ${minute}`)
    const outcome = await accounts.execute(idOf(account), command, {
      actor,
      session: isPart ? null : sha256(`session of ${who.account}`),
      command: { id, hash: hashCommand(command) },
      correlation: id,
      causation: null,
      at: at(minute),
      reason,
    })
    if (!outcome.accepted) throw new Error(`${command.type} at ${minute}: ${outcome.refusal.code}`)
  }

  const root = { account: 'root', role: 'super-admin' } as const
  const ada = { account: 'ada', role: 'admin' } as const
  const bob = { account: 'bob', role: 'user' } as const
  const secrets = (name: string) => ({ username: sha256(`name ${name}`), password: sha256(`password ${name}`) })
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
