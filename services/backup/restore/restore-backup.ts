// Restores a backup into an empty database, and proves that the result is what was backed up.
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { migrate } from '#services/platform/database/migration/migrate.ts'
import { allSteps } from '#services/platform/database/migration/migrations.ts'
import { saidBy } from '#services/transparency/checkpoint.ts'
import type { Identity } from '../age/keys.ts'
import { BackupError } from '../errors.ts'
import { expectNoOtherKey, keepCheckpoint, restoreLogKeyFiles } from '../log-key-files.ts'
import type { Manifest } from '../manifest.ts'
import { signerInWords } from '../recovery-point.ts'
import { load } from './load.ts'
import { findBackup, type OpenOptions, openBackup } from './read-backup.ts'
import { type Compared, compareReadModels } from './read-models.ts'
import { recordRestore } from './record-restore.ts'
import { expectFree } from './target.ts'
import { type Answer, answerTo, type Told } from './told.ts'

export type RestoreOptions = OpenOptions & {
  readonly folder: string
  readonly identities: readonly Identity[]
  /** The notary's data folder, where the key goes. */
  readonly dataDir: string
  /** Called once the backup is known to be complete, and readable by this identity. */
  readonly openDatabase: () => Promise<{ readonly serviceUrl: string; readonly ownerUrl: string }>
  /** What is recorded in the log about it. */
  readonly told: Told
  readonly say?: (line: string) => void
}
export type Restored = {
  readonly manifest: Manifest
  readonly serviceUrl: string
  /** Whether the backup includes the log's key. */
  readonly hasKey: boolean
  readonly compared: Compared
  /** Whether the log was compared with the given checkpoint, which has no more events. */
  readonly isHeld: boolean
  /** At most how many events of a known checkpoint are missing; null if no checkpoint is known. */
  readonly lost: number | null
}

/**
 * Throws BackupError. A database that holds anything else is left unchanged; after an interruption, the same call
 * continues.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { folder, identities, trusted, dataDir, openDatabase, told, say = () => undefined, signal } = options
  const backup = await openBackup(await findBackup(folder, { trusted, signal }), identities, signal)
  const { manifest } = backup
  const keys = backup.keys.log
  say(`${folder} is whole: ${manifest.log.events} events, ${manifest.parts.length} parts. ${signerInWords(manifest)}`)
  const only = knownSteps(manifest)
  const { serviceUrl, ownerUrl } = await openDatabase()
  expectNoOtherKey(dataDir, keys)
  await expectFree(ownerUrl, manifest)
  await migrate({ ownerUrl, serviceUrl, only })
  let answer = null as Answer | null
  const loaded = await load({
    ...{ ownerUrl, backup, signal },
    async whenLoaded(client) {
      answer = await answerTo(client, told, dataDir, manifest, signal)
      restoreLogKeyFiles(dataDir, keys)
      if (answer.lost !== null) keepCheckpoint(dataDir, answer.lost)
    },
    progress: say,
  })
  say(loaded ? 'all rows are stored' : 'all rows were stored before')
  await migrate({ ownerUrl, serviceUrl })
  const store = await PostgresLog.open({ url: serviceUrl })
  try {
    const { isHeld } = answer!
    const { restore, isNew } = await recordRestore(store, serviceUrl, { ...answer!, manifest, why: told.why })
    say(
      `ledger number ${manifest.log.events} ${isNew ? 'records the restore' : 'had recorded the restore: what was said then stays'}`,
    )
    const compared = await compareReadModels(serviceUrl, store, manifest.log.events + 1, signal)
    const known = [restore.lost, answer!.lost].filter((note) => note != null).map((note) => saidBy(note).size)
    const beyond = known.length === 0 ? null : Math.max(...known)
    return {
      ...{ manifest, serviceUrl, hasKey: keys.key !== null, compared, isHeld },
      lost: beyond === null ? null : beyond - manifest.log.events,
    }
  } finally {
    await store.close()
  }
}

/** The tables are first those of the backup's version; later migrations run afterwards. */
function knownSteps({ migrations }: Manifest): ReadonlySet<string> {
  const steps = allSteps()
  const known = new Set(steps.map(({ name }) => name))
  const unknown = migrations.find((name) => !name.startsWith('projections/') && !known.has(name))
  if (unknown !== undefined)
    throw new BackupError(
      'backup_version',
      `it was taken by a newer version of Fairbook (migration ${unknown}): restore it with that one`,
    )
  return new Set(migrations)
}
