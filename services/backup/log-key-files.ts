// What a notary keeps outside the database: the key that signs the log, and what it signed last. Kept in the backup
// under their names in the data folder.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '#services/platform/config.ts'
import { makeFolder, replaceFile } from '#services/platform/durable-files.ts'
import { lineOf } from '#services/platform/errors.ts'
import { saidBy } from '#services/transparency/checkpoint.ts'
import { NoteSigner } from '#services/transparency/signed-note.ts'
import { BackupError, ofFiles } from './errors.ts'
import { textIn } from './files/text.ts'

export const KEY_FILE = 'log-signing-key.pem'
const SIGNED_FILE = /^log-signed-[0-9a-f]+\.txt$/

export const LogKeyFiles = z.strictObject({
  /** Ed25519 as PEM; null if the backup was made without it, or the log was never signed. */
  key: z.string().nullable(),
  /** By file name. */
  signed: z.record(z.string().regex(SIGNED_FILE), z.string()),
})
export type LogKeyFiles = z.infer<typeof LogKeyFiles>

export type KeySettings = Pick<Config, 'DATA_DIR' | 'LOG_SIGNING_KEY'>

/** `withoutKey`: the key file is not touched. Throws BackupError if a file exists and cannot be read. */
export function readLogKeyFiles(settings: KeySettings, withoutKey = false): LogKeyFiles {
  const { DATA_DIR: folder, LOG_SIGNING_KEY: given } = settings
  try {
    const names = existsSync(folder) ? readdirSync(folder) : []
    const textOf = (name: string) => textIn(join(folder, name))
    const readKey = () => given ?? (names.includes(KEY_FILE) ? textOf(KEY_FILE) : null)
    return {
      key: withoutKey ? null : readKey(),
      signed: Object.fromEntries(names.filter((name) => SIGNED_FILE.test(name)).map((name) => [name, textOf(name)])),
    }
  } catch (error) {
    throw ofFiles(error)
  }
}

/**
 * Throws BackupError unless it is the key that signs now: a backup with a different one would only be noticed when it
 * is needed.
 */
export function signerInForce({ key }: LogKeyFiles, verifierKey: string): NoteSigner {
  if (key === null)
    throw new BackupError(
      'backup_log_key',
      `the log's signing key is not here: set LOG_SIGNING_KEY_FILE, or take the backup --without-key and keep the key elsewhere`,
    )
  const [name = ''] = verifierKey.split('+')
  const signer = signerOf(name, key)
  if (signer.verifierKey === verifierKey) return signer
  throw new BackupError('backup_log_key', `the key that is here is not ${verifierKey}, which signs the log`)
}

function signerOf(name: string, pem: string): NoteSigner {
  try {
    return new NoteSigner(name, pem)
  } catch (error) {
    throw new BackupError('backup_log_key', lineOf(error), { cause: error })
  }
}

/** Throws BackupError if the folder has a different key of the log, or one that signed later. */
export function expectNoOtherKey(folder: string, files: LogKeyFiles): void {
  missingFiles(folder, files)
}

/**
 * Puts the files into the data folder of a notary. Existing files stay if the key is the same and was not used later;
 * otherwise throws BackupError before anything is written. Each file exists completely or not at all, and is on disk on
 * return.
 */
export function restoreLogKeyFiles(folder: string, files: LogKeyFiles): void {
  const missing = missingFiles(folder, files)
  try {
    makeFolder(folder)
    for (const [name, text] of missing) replaceFile(join(folder, name), text, { mode: 0o600 })
  } catch (error) {
    throw ofFiles(error)
  }
}

/**
 * Keeps a checkpoint that a key of the log has signed, and nothing else, as a notary with that key does: from then on
 * the key signs no history that contradicts it.
 */
export function keepCheckpoint(folder: string, note: string): void {
  const signature = Buffer.from(note.trimEnd().split(' ').at(-1)!, 'base64')
  const path = join(folder, `log-signed-${signature.toString('hex', 0, 4)}.txt`)
  try {
    if (existsSync(path) && saidBy(textIn(path)).size >= saidBy(note).size) return
    replaceFile(path, note, { mode: 0o600 })
  } catch (error) {
    throw ofFiles(error)
  }
}

function missingFiles(folder: string, { key, signed }: LogKeyFiles): [name: string, text: string][] {
  const files = Object.entries({ ...(key !== null && { [KEY_FILE]: key }), ...signed })
  return files.filter(([name, text]) => {
    const path = join(folder, name)
    if (!existsSync(path)) return true
    const there = textIn(path)
    // a key from a NAME_FILE has no line end
    if (there.trimEnd() === text.trimEnd() || (name !== KEY_FILE && saidBy(there).size >= saidBy(text).size))
      return false
    throw new BackupError('restore_not_empty', `${path} is there already, and is another one`)
  })
}
