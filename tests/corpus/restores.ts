// A small history that goes on from a backup twice: first nothing is known about what was lost, then a checkpoint of
// it. Commands with ids and times injected, as in script.ts.
import { backupAggregate } from '#domain/backup/aggregate.ts'
import type { RecordRestore } from '#domain/backup/commands.ts'
import { BACKUPS } from '#domain/backup/events.ts'
import { commandId } from '#services/commands/command-id.ts'
import { productMeta } from '#services/commands/product-meta.ts'
import { createRecorder } from '#services/commands/recorder.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { checkpointText } from '#services/transparency/checkpoint.ts'
import { treeOf } from '#services/transparency/tree-of.ts'
import { peopleCommands } from './account-commands.ts'
import { logSigner } from './log-keys.ts'
import { idOf } from './script.ts'
import { sha256 } from './scripted.ts'

const BEGIN = Date.parse('2026-11-20T12:00:00.000Z')
const MINUTE = 60_000

/** A checkpoint of a lost history. */
export function lostCheckpoint(size: number, key = 1): string {
  const signer = logSigner(key)
  return signer.sign(checkpointText({ origin: signer.name, size, root: Buffer.from(sha256(`lost ${size}`), 'hex') }))
}

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function restoreBackups(store: EventStore): Promise<void> {
  const { onAccount, pass } = peopleCommands(store)
  let minute = 1
  const now = () => new Date(BEGIN + minute * MINUTE)
  const backups = createRecorder(backupAggregate, { store, systemNow: now, cacheBytes: 65_536 })
  const user = { type: 'OpenAccount', role: 'user', ageAttested: true, welcomeGrantCents: 0, receive: null } as const
  const secrets = (name: string) =>
    ({ username: sha256(`name ${name}`), password: sha256(`password ${name}`), nameAsTyped: true }) as const
  const signUp = (name: string) => {
    minute += 1
    return onAccount(name, 'sign-up', { ...user, ...secrets(name), openedBy: 'sign-up' })
  }

  async function restore(why: string, lost: string | null): Promise<void> {
    const takenAt = now().toISOString()
    // the lost history had taken as long
    minute += 5
    pass(5)
    const events: { hash: string }[] = []
    for await (const page of store.readAll(null)) events.push(...page)
    const { size, root } = await treeOf(store.readAll(null), new Set())
    const { hash } = events.at(-1)!
    const command: RecordRestore = {
      ...{ type: 'RecordRestore', takenAt, events: size, hash, root, by: idOf('root') },
      ...(lost === null ? {} : { lost }),
    }
    const meta = productMeta('backup', { id: commandId('backup', `${takenAt} ${hash}`), request: command, at: now() })
    const reason = { code: 'restored', text: sha256(why) }
    const { accepted } = await backups.execute(BACKUPS, command, { ...meta, reason })
    if (!accepted) throw new Error(`the restore was refused: ${why}`)
  }

  const admin = { type: 'CreateAdmin', role: 'super-admin', floatCents: 0, openedBy: 'setup' } as const
  await onAccount('root', 'setup', { ...admin, ...secrets('root') })
  await signUp('cy')
  await restore('the disk was gone', null)
  await signUp('bob')
  await signUp('dee')
  await restore('the disk was gone again', lostCheckpoint(9))
  await signUp('eve')
}
