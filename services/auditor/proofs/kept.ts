// What an auditor keeps: keys and checkpoints, given as options or remembered from the last call.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { ensureFolder } from '#services/platform/folders.ts'
import type { Call, OptionSpec } from '../commands/command.ts'
import { listOption, textOption } from '../commands/options.ts'
import { Usage } from '../failures.ts'
import { readWitnessKey, type WitnessPolicy } from '../tree/cosignatures.ts'
import { notACheckpoint, readVerifierKey, type Signed, type VerifierKey } from '../tree/signed-note.ts'

export const KEYS: OptionSpec = {
  flags: '--key <verifier-key...>',
  says: 'trust this key of the log, as /api/log/key shows it: name+id+base64; several are separated by white space',
}

/** The cosignatures that a checkpoint needs besides the log's own signature. */
export const WITNESSES: readonly OptionSpec[] = [
  {
    flags: '--witness <verifier-key...>',
    says: 'trust this witness, and count only checkpoints that it has cosigned, too: name+id+base64',
  },
  { flags: '--witnesses <number>', says: 'how many of them are enough; all of them by default' },
]

/** Null if no witness was named. Throws Usage. */
export function witnessesOption(call: Call): WitnessPolicy | null {
  const names = listOption(call, 'witness') ?? []
  const number = textOption(call, 'witnesses')
  if (names.length === 0 && number !== null) throw new Usage('--witnesses counts those that --witness names')
  if (names.length === 0) return null
  const witnesses = [...new Set(names)].map((text) => {
    const key = readWitnessKey(text)
    if (key === null) throw new Usage(`'${text}' is not a key of a witness (C2SP tlog-cosignature, Ed25519)`)
    return key
  })
  const least = number === null ? witnesses.length : Number(number)
  if (!/^\d{1,3}$/.test(number ?? '1') || least < 1 || least > witnesses.length) {
    throw new Usage(`--witnesses is a number from 1 to ${witnesses.length}, not '${number}'`)
  }
  return { witnesses, least }
}

/**
 * The keys given with --key, which may be the contents of a file with one key a line. Throws Usage, even for the
 * contents of an empty file: nobody who gives --key means to trust any key.
 */
export function keysOption(call: Call): VerifierKey[] {
  const given = (listOption(call, 'key') ?? []).flatMap((text) => text.trim().split(/\s+/))
  return given.map((text) => {
    const key = readVerifierKey(text)
    if (key === null)
      throw new Usage(`'${text}' is not a verifier key: a name, eight digits and base64, joined by plus signs`)
    return key
  })
}

/** `path`: '-' for standard input. Throws Usage if it cannot be read. */
export function textOfFile(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8')
  } catch (error) {
    throw new Usage(`${path} cannot be read: ${(error as Error).message}`)
  }
}

/**
 * The signed checkpoints in the files that an option names, each with the name of its file. Throws Usage if a file
 * holds none.
 */
export function checkpointsOption(call: Call, name: string): { readonly name: string; readonly note: string }[] {
  return (listOption(call, name) ?? []).map((path) => {
    const note = textOfFile(path)
    const why = notACheckpoint(note)
    if (why !== null) throw new Usage(`${path === '-' ? 'standard input' : path} is not a signed checkpoint: ${why}`)
    return { name: path, note }
  })
}

/**
 * The newest checkpoint of a log that was last found clean. `logId`: null if it was remembered before ids were noted.
 */
export type Remembered = Signed & { readonly logId: string | null }

/** `name`: a log's id or a place (`placeName`). Null if nothing is remembered by that name. */
export function remembered(name: string): Remembered | null {
  try {
    const { note, key, logId = null } = JSON.parse(readFileSync(fileOf(name), 'utf8')) as Partial<Remembered>
    return typeof note === 'string' && typeof key === 'string' ? { note, key, logId } : null
  } catch {
    return null
  }
}

/** How many events a checkpoint covers. */
export const sizeOf = ({ note }: Signed): number => Number(note.split('\n', 2)[1])

/**
 * Remembers a checkpoint for the next call, by the log's id and by the places that the log was read from. A larger one
 * of the same log is not replaced, since it proves more. A failure is ignored: it does not change the verdict.
 */
export function remember(logId: string, { note, key }: Signed, places: readonly string[] = []): void {
  for (const name of [logId, ...places]) {
    const last = remembered(name)
    if (last !== null && (last.logId ?? logId) === logId && sizeOf(last) > sizeOf({ note, key })) continue
    try {
      ensureFolder(folder(), { mode: 0o700 })
      writeFileSync(fileOf(name), `${JSON.stringify({ logId, note, key }, null, 2)}\n`, { mode: 0o600 })
    } catch {
      // the folder cannot be written to
    }
  }
}

/** Names a place that a log is read from, for `remember`. */
export const placeName = (...parts: readonly string[]): string =>
  `at-${createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32)}`

export const fileOf = (name: string): string => join(folder(), `${name.replace(/[^0-9a-zA-Z-]/g, '')}.json`)
/** Where contradictory checkpoints are saved as evidence if no other folder is given. */
export const evidenceFolder = (): string => join(folder(), 'evidence')
const folder = (): string => join(process.env.XDG_STATE_HOME || join(homedir(), '.local/state'), 'fairbook')
