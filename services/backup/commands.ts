// The commands of `npm run backup`, from their arguments to what they print.
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { saysSomething } from '#domain/values.ts'
import { openEventStore } from '#services/event-store/open.ts'
import { type Config, readConfig } from '#services/platform/config.ts'
import { openLocalDatabase } from '#services/platform/embedded-postgres/local-database.ts'
import { ofSettings } from '#services/platform/process/tool.ts'
import type { Identity } from './age/keys.ts'
import { newIdentity, readIdentities } from './age/keys.ts'
import { BackupError, ofFiles } from './errors.ts'
import { readLogKeyFiles } from './log-key-files.ts'
import { lossInWords, recoveryPoint, signerInWords } from './recovery-point.ts'
import { audit } from './restore/audit.ts'
import { type OpenOptions, verifyBackup } from './restore/read-backup.ts'
import { restoreBackup } from './restore/restore-backup.ts'
import { openTarget } from './restore/target.ts'
import type { Told } from './restore/told.ts'
import { backupSettings } from './settings.ts'
import { takeBackup } from './take/take-backup.ts'

const USAGE = `npm run backup [-- --without-key]         takes one into BACKUP_DIR, for BACKUP_RECIPIENTS
npm run backup verify FOLDER              is it whole, how old is it; with an identity: could it be read
npm run backup restore FOLDER             into an empty database, with an identity
  -- --by NAME --why TEXT                 the super admin who answers for it, and why: the ledger records both
     --checkpoint FILE                    the newest checkpoint that anybody kept: what it says is lost is recorded
npm run backup key FILE                   makes an identity, and prints its recipient
  -- --identity FILE                      instead of BACKUP_IDENTITY_FILE
     --key KEY                            verify, restore: the log's key as you know it, which has to have signed it;
                                          of several, with white space between, any`
/** Settings that would make it read the key. */
const NO_KEY = { LOG_SIGNING_KEY: undefined, LOG_SIGNING_KEY_FILE: undefined }

const print = (line: string) => void process.stdout.write(`${line}\n`)
const say = (line: string) => void process.stderr.write(`${line}\n`)

/** Returns the exit code. Throws BackupError. */
export async function runCommand(
  args: readonly string[],
  signal: AbortSignal,
  env: NodeJS.ProcessEnv = process.env,
): Promise<number> {
  const { values, positionals } = parsed(args)
  const [command = 'take', path, ...others] = positionals
  const withoutKey = values['without-key'] === true
  const config = await ofSettings('backup', () => readConfig(withoutKey ? { ...env, ...NO_KEY } : env))
  const identityFile = values.identity ?? config.BACKUP_IDENTITY_FILE
  if (others.length > 0 || (path === undefined) !== (command === 'take')) throw usage()
  if (command === 'take') return take(config, withoutKey, signal)
  const opening = { trusted: keysGiven(values.key), signal }
  if (command === 'verify') return verify(path!, identityFile, opening)
  if (command === 'restore') return restore(config, path!, identityFile, toldBy(values), opening)
  if (command === 'key') return makeKey(path!)
  throw usage()
}

function parsed(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const
    const options = {
      identity: text,
      'without-key': { type: 'boolean' },
      by: text,
      why: text,
      checkpoint: text,
      key: { type: 'string', multiple: true },
    } as const
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    throw usage((error as Error).message)
  }
}

/**
 * Keys may be given as a file's content, one per line. Throws BackupError if it is empty, since nobody means to trust
 * no key at all.
 */
function keysGiven(texts: readonly string[] | undefined): string[] | null {
  const keys = texts?.flatMap((text) => text.trim().split(/\s+/))
  if (keys?.includes('')) throw usage('--key is empty')
  return keys ?? null
}

class UsageError extends BackupError {
  override readonly usage = USAGE
}

const usage = (why = 'wrong usage') => new UsageError('backup_settings', why)

async function take(config: Config, withoutKey: boolean, signal: AbortSignal): Promise<number> {
  const settings = backupSettings(config)
  const database = await ofSettings('backup', () => openLocalDatabase(config))
  try {
    const { path, manifest, removed, unremoved, unrecorded } = await takeBackup({
      ...settings,
      url: database.serviceUrl,
      ...(config.EVENTSTORE_URL !== undefined && {
        openLog: () => openEventStore({ ...config, DATABASE_URL: database.serviceUrl }, { mustExist: true }),
      }),
      readLogKey: () => readLogKeyFiles(config, withoutKey),
      withoutKey,
      signal,
    })
    print(`${path} is whole. ${signerInWords(manifest)} ${recoveryPoint(manifest, new Date())}`)
    for (const old of removed)
      print(`${old} went: it is older than BACKUP_KEEP_DAYS, and BACKUP_KEEP newer ones are there`)
    for (const { path: old, why } of unremoved) say(`backup: ${old} should have gone, and could not be removed: ${why}`)
    if (unrecorded !== null) say(`backup: the metrics do not know of it: ${unrecorded}`)
    return 0
  } finally {
    await database.close()
  }
}

async function verify(folder: string, identityFile: string | undefined, opening: OpenOptions): Promise<number> {
  const identities = identityFile === undefined ? null : identitiesIn(identityFile)
  const { manifest } = await verifyBackup(folder, identities, opening)
  const read =
    identities === null ? 'Whether it can be read was not tried: no identity was given.' : 'All of it can be read.'
  const compare = opening.trusted === null ? ' Compare that with the key that you know, or give it: --key.' : ''
  print(`${folder} is whole. ${read} ${signerInWords(manifest)}${compare} ${recoveryPoint(manifest, new Date())}`)
  return 0
}

/** Throws BackupError if it is not said who answers for the restore, or why. */
function toldBy({ by, why, checkpoint = null }: { by?: string; why?: string; checkpoint?: string | null }): Told {
  if (by === undefined || why === undefined || !saysSomething(why))
    throw new BackupError(
      'backup_settings',
      'the ledger records who answers for a restore, and why: --by a super admin, --why in words',
    )
  return { by, why, checkpoint }
}

async function restore(
  config: Config,
  folder: string,
  file: string | undefined,
  told: Told,
  opening: OpenOptions,
): Promise<number> {
  if (file === undefined)
    throw new BackupError('backup_settings', 'an identity is needed: --identity or BACKUP_IDENTITY_FILE')
  if (config.EVENTSTORE_URL !== undefined)
    throw new BackupError(
      'backup_settings',
      'a backup is restored into Postgres, and EVENTSTORE_URL names another store: restore without it, then move the log there again (docs/runbooks/backup.md)',
    )
  const opened: { close(): Promise<void> }[] = []
  try {
    const { manifest, serviceUrl, hasKey, compared, isHeld, lost } = await restoreBackup({
      folder,
      identities: identitiesIn(file),
      dataDir: resolve(config.DATA_DIR),
      async openDatabase() {
        const database = await openTarget(config)
        opened.push(database)
        return database
      },
      told,
      say,
      ...opening,
    })
    print(
      `${compared.models} read models, rebuilt from the log, equal those that were left behind: ${compared.rows} rows.`,
    )
    const code = await audit(serviceUrl, { keys: opening.trusted ?? [], checkpoint: isHeld ? told.checkpoint : null })
    print(`ledger verify ended with ${code}.`)
    print(recoveryPoint(manifest, new Date()))
    const loss = lossInWords({ lost, hasKey, isElsewhere: manifest.log.store !== undefined })
    print(`Ledger number ${manifest.log.events} records the restore. ${loss}`)
    return code
  } finally {
    for (const database of opened) await database.close()
  }
}

function makeKey(file: string): number {
  const { identity, recipient } = newIdentity()
  const lines = `# recipient: ${recipient}\n${identity}\n`
  try {
    writeFileSync(file, lines, { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new BackupError(
        'backup_file',
        `${file} is there already, and no identity is overwritten: name another file`,
      )
    throw ofFiles(error)
  }
  print(`${file} opens backups: keep it away from this machine, twice, and never with the backups.`)
  print(`BACKUP_RECIPIENTS=${recipient}`)
  return 0
}

function identitiesIn(file: string): Identity[] {
  try {
    const found = readIdentities(readFileSync(file, 'utf8'))
    if (found.length === 0) throw new BackupError('backup_wrong_key', `${file} has no identity`)
    return found
  } catch (error) {
    throw ofFiles(error, file)
  }
}
