// The key that signs a log's checkpoints: given by the settings, or made at the first start and kept in the data folder.
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { Config } from '#services/platform/config.ts'
import { ExpectedError, lineOf, type Unrecoverable } from '#services/platform/errors.ts'
import { NoteSigner } from './signed-note.ts'
import { addKey, readHead, readKeys } from './tile-rows.ts'

/** Nothing is signed: the key is gone, or is not the one that signed before. */
export class LogKeyMismatch extends ExpectedError implements Unrecoverable {
  override readonly name = 'LogKeyMismatch'
  readonly runbook = 'docs/runbooks/transparency-log.md'
}

type Settings = Pick<Config, 'DATA_DIR' | 'LOG_ORIGIN' | 'LOG_SIGNING_KEY' | 'LOG_SIGNING_KEY_FILE' | 'LOG_KEY_CHANGED'>

const FILE = 'log-signing-key.pem'

/** Where a log is without an address of its own. */
export const originOf = ({ LOG_ORIGIN }: Pick<Config, 'LOG_ORIGIN'>, logId: string): string =>
  LOG_ORIGIN ?? `fairbook.localhost/${logId}`

/**
 * The signer of this log, known to the database as one. A key is made where the log never had one. Throws LogKeyMismatch
 * where it had another, unless LOG_KEY_CHANGED names the new one. Called by whoever leads, alone.
 */
export async function openLogKey(settings: Settings, client: pg.Client, logId: string): Promise<NoteSigner> {
  const known = await readKeys(client)
  const last = known.at(-1)
  const pem = givenKey(settings) ?? (last === undefined ? newKey(settings) : null)
  if (pem === null) {
    throw new LogKeyMismatch(`the key that signs this log is missing: ${last} was made elsewhere`)
  }
  const signer = signerOf(originOf(settings, logId), pem)
  if (signer.verifierKey === last) return signer
  if (last !== undefined && settings.LOG_KEY_CHANGED !== signer.verifierKey) {
    throw new LogKeyMismatch(
      `this log was signed by ${last}, and would be by ${signer.verifierKey}: set LOG_KEY_CHANGED to that if it is meant`,
    )
  }
  if (known.includes(signer.verifierKey)) throw new LogKeyMismatch(`${signer.verifierKey} was given up for ${last}`)
  await addKey(client, signer.verifierKey, (await readHead(client))?.size ?? 0)
  return signer
}

function signerOf(origin: string, pem: string): NoteSigner {
  try {
    return new NoteSigner(origin, pem)
  } catch (error) {
    throw new LogKeyMismatch(lineOf(error), { cause: error })
  }
}

function givenKey({ LOG_SIGNING_KEY, LOG_SIGNING_KEY_FILE, DATA_DIR }: Settings): string | null {
  if (LOG_SIGNING_KEY !== undefined) return LOG_SIGNING_KEY
  const isGiven = LOG_SIGNING_KEY_FILE !== undefined
  try {
    return readFileSync(LOG_SIGNING_KEY_FILE ?? join(DATA_DIR, FILE), 'utf8')
  } catch (error) {
    if (!isGiven && (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw new LogKeyMismatch(`the key that signs this log cannot be read: ${lineOf(error)}`)
  }
}

/** On disk before it signs anything, and for its owner's eyes alone. */
function newKey({ DATA_DIR }: Settings): string {
  const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
  mkdirSync(DATA_DIR, { recursive: true })
  writeFileSync(join(DATA_DIR, FILE), pem, { mode: 0o600, flag: 'wx', flush: true })
  return pem
}
