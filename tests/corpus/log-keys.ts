// A small history in which the key of the log changes: rotated, compromised, lost. Commands with ids and times
// injected, as in script.ts.
import { createPrivateKey } from 'node:crypto'
import { logKeyAggregate } from '#domain/log-key/aggregate.ts'
import { endorsementText, type LogKeyChanged, NOTARY } from '#domain/log-key/events.ts'
import { commandId } from '#services/commands/command-id.ts'
import { productMeta } from '#services/commands/product-meta.ts'
import { createRecorder } from '#services/commands/recorder.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { NoteSigner } from '#services/transparency/signed-note.ts'
import { peopleCommands } from './account-commands.ts'
import { sha256 } from './scripted.ts'

/** DER prefix of the 32 bytes of an Ed25519 key (RFC 8410, section 7). */
const PKCS8 = '302e020100300506032b657004220420'
const BEGIN = Date.parse('2026-11-20T12:00:30.000Z')
const MINUTE = 60_000

/** Keys of the log, the same in every run. */
export function logSigner(number: number): NoteSigner {
  const der = Buffer.from(PKCS8 + sha256(`key ${number} of the log`), 'hex')
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return new NoteSigner('fairbook.example/log', key.export({ format: 'pem', type: 'pkcs8' }).toString())
}

export const logKey = (number: number): string => logSigner(number).verifierKey

/** A note in which the old key vouches for the new one after this many events. */
export const endorsed = (old: number, next: number, signed: number): string =>
  logSigner(old).sign(endorsementText({ key: logKey(next), signed }))

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function changeLogKeys(store: EventStore): Promise<void> {
  const { onAccount } = peopleCommands(store)
  let now = new Date(BEGIN)
  const keys = createRecorder(logKeyAggregate, { store, systemNow: () => now, cacheBytes: 65_536 })
  const user = { type: 'OpenAccount', role: 'user', ageAttested: true, welcomeGrantCents: 0, receive: null } as const
  const signUp = (name: string) => {
    const secrets = {
      username: sha256(`name ${name}`),
      password: sha256(`password ${name}`),
      nameAsTyped: true,
    } as const
    now = new Date(now.getTime() + MINUTE)
    return onAccount(name, 'sign-up', { ...user, ...secrets, openedBy: 'sign-up' })
  }
  async function change(
    old: number,
    next: number,
    how: Pick<LogKeyChanged, 'why' | 'signed' | 'endorsement' | 'trustedTo'>,
  ) {
    const command = { type: 'ChangeLogKey', key: logKey(next), replaces: logKey(old), ...how } as const
    const id = commandId('notary', `${old} ${next}`)
    const meta = productMeta('notary', { id, request: command, at: now })
    const { accepted } = await keys.execute(NOTARY, command, meta)
    if (!accepted) throw new Error(`key ${next} was refused`)
  }

  await signUp('cy')
  await signUp('bob')
  await change(1, 2, { why: 'rotated', signed: 2, endorsement: endorsed(1, 2, 2) })
  await signUp('dee')
  await change(2, 3, { why: 'compromised', signed: 5, trustedTo: 4 })
  await signUp('eve')
  await change(3, 4, { why: 'lost', signed: 6 })
}
