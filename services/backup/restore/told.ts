// What the log is told of a restore: who answers for it, why, and what is known of the history that is lost by it.
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { parseUserName } from '#services/accounts/names/names.ts'
import { saidBy } from '#services/transparency/checkpoint.ts'
import { readKeyRows } from '#services/transparency/key-rows.ts'
import { signedAlone } from '#services/transparency/note-signature.ts'
import { BackupError, ofFiles } from '../errors.ts'
import { readLogKeyFiles } from '../log-key-files.ts'
import { type Manifest, signerOf } from '../manifest.ts'
import { unsigned } from '../signature.ts'

/** As whoever restores says it. */
export type Told = {
  /** A super admin, by user name or account. */
  readonly by: string
  readonly why: string
  /** A file with the newest checkpoint that anybody has; null where none is brought along. */
  readonly checkpoint: string | null
}

/** `by`: the account. `lost`: a checkpoint of more events than the backup has. `given`: the one brought along, where it is of no more. */
export type Answer = { readonly by: string; readonly lost: string | null; readonly given: string | null }

/** Of the rows that were just stored. Throws BackupError where it is nobody who can answer, or no checkpoint of this log. */
export async function answerTo(
  client: pg.ClientBase,
  told: Told,
  dataDir: string,
  manifest: Manifest,
): Promise<Answer> {
  const { log } = manifest
  const by = await superAdmin(client, told.by)
  const keys = (await readKeyRows(client)).map(({ verifierKey }) => verifierKey)
  const signer = signerOf(manifest)
  if (signer !== null && signer !== keys.at(-1)) throw unsigned(`${signer} signed it, and is not the log's key in it`)
  const given = told.checkpoint === null ? null : signedAlone(textOf(told.checkpoint), keys)
  if (told.checkpoint !== null && given === null)
    throw new BackupError('backup_settings', `${told.checkpoint} is no checkpoint that a key of this log has signed`)
  const found = Object.values(readLogKeyFiles({ DATA_DIR: dataDir, LOG_SIGNING_KEY: undefined }, true).signed)
  const notes = [given, ...found.map((note) => signedAlone(note, keys))].filter((note) => note !== null)
  const newest = notes.toSorted((one, other) => saidBy(other).size - saidBy(one).size)[0] ?? null
  const isBeyond = (note: string) => saidBy(note).size > log.events
  return {
    by,
    lost: newest !== null && isBeyond(newest) ? newest : null,
    given: given === null || isBeyond(given) ? null : given,
  }
}

async function superAdmin(client: pg.ClientBase, who: string): Promise<string> {
  const { rows: named } = await client.query<{ account: string }>(
    'select account_id as account from app.identity where username_normal = $1',
    [parseUserName(who)?.normal ?? null],
  )
  const account = named[0]?.account ?? who
  const { rows } = await client.query<{ role: string }>(
    `select body::json #>> '{data,role}' as role from log.events where stream = $1 and type = 'AccountOpened'`,
    [`account-${account}`],
  )
  if (rows[0]?.role === 'super-admin') return account
  throw new BackupError('backup_settings', `--by ${who}: no super admin of this ledger has this name, or this account`)
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw ofFiles(error, file)
  }
}
