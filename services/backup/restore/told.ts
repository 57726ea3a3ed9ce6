// What the log records about a restore: who answers for it, why, and what is known about the lost history.
import type pg from 'pg'
import { parseUserName } from '#services/accounts/names/names.ts'
import { saidBy } from '#services/transparency/checkpoint.ts'
import { readKeyRows } from '#services/transparency/key-rows.ts'
import { signedAlone } from '#services/transparency/note-signature.ts'
import { treeOf } from '#services/transparency/tree-of.ts'
import { BackupError } from '../errors.ts'
import { textIn } from '../files/text.ts'
import { readLogKeyFiles } from '../log-key-files.ts'
import { type Manifest, signerOf } from '../manifest.ts'
import { unsigned } from '../signature.ts'

const PAGE_SIZE = 2_000

/** As the operator says it. */
export type Told = {
  /** A super admin, by user name or account. */
  readonly by: string
  readonly why: string
  /** A file with the newest checkpoint that anybody has; null if none is given. */
  readonly checkpoint: string | null
}

export type Answer = {
  /** The account. */
  readonly by: string
  /** A checkpoint with more events than the backup has. */
  readonly lost: string | null
  /** Whether the log reaches the given checkpoint, and matches what that signed. */
  readonly isHeld: boolean
  /** Root of the tree over all events of the backup, base64. */
  readonly root: string
}

/**
 * Reads the rows that were just loaded. Throws BackupError if `by` may not answer for it, or the checkpoint is
 * malformed, of another log, or of another history.
 */
export async function answerTo(
  client: pg.ClientBase,
  told: Told,
  dataDir: string,
  manifest: Manifest,
  signal?: AbortSignal,
): Promise<Answer> {
  const { log } = manifest
  const by = await superAdmin(client, told.by)
  const keys = (await readKeyRows(client)).map(({ verifierKey }) => verifierKey)
  const signer = signerOf(manifest)
  if (signer !== null && signer !== keys.at(-1)) throw unsigned(`${signer} signed it, and is not the log's key in it`)
  const given = told.checkpoint === null ? null : signedAlone(textIn(told.checkpoint), keys)
  if (told.checkpoint !== null && given === null)
    throw new BackupError('backup_settings', `${told.checkpoint} is no checkpoint that a key of this log has signed`)
  const found = Object.values(readLogKeyFiles({ DATA_DIR: dataDir, LOG_SIGNING_KEY: undefined }, true).signed)
  const notes = [given, ...found.map((note) => signedAlone(note, keys))].filter((note) => note !== null)
  const newest = notes.toSorted((one, other) => saidBy(other).size - saidBy(one).size)[0] ?? null
  const isBeyond = (note: string) => saidBy(note).size > log.events
  const held = given === null || isBeyond(given) ? null : saidBy(given)
  const sizes = new Set([log.events, ...(held === null ? [] : [held.size])])
  const { roots } = await treeOf(pagesIn(client), sizes, signal)
  if (held !== null && roots.get(held.size) !== held.root.toString('base64'))
    throw new BackupError(
      'restore_different',
      `the first ${held.size} events are not those that ${told.checkpoint} was signed over: the backup is of another history`,
    )
  const lost = newest !== null && isBeyond(newest) ? newest : null
  return { by, lost, isHeld: held !== null, root: roots.get(log.events)! }
}

/** The log in a transaction that nobody else sees yet. */
async function* pagesIn(client: pg.ClientBase): AsyncGenerator<{ position: string; body: string }[]> {
  for (let after = '0'; ; ) {
    const { rows } = await client.query<{ position: string; body: string }>(
      'select position::text, body from log.events where position > $1::bigint order by events.position limit $2',
      [after, PAGE_SIZE],
    )
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.position
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
