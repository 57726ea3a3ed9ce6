// What an auditor keeps: keys and checkpoints, given with the call or remembered from the last one.
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

/** What else a checkpoint needs than the log's own signature. */
export const WITNESSES: readonly OptionSpec[] = [
  {
    flags: '--witness <verifier-key...>',
    says: 'trust this witness, and count only checkpoints that it has cosigned, too: name+id+base64',
  },
  { flags: '--witnesses <number>', says: 'how many of them are enough; all of them by default' },
]

/** Null where no witness was named. Throws Usage. */
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

/** The keys of a file are given as it is, one a line. Throws Usage, also where an empty file was: nobody means to trust any key. */
export function keysOption(call: Call): VerifierKey[] {
  const given = (listOption(call, 'key') ?? []).flatMap((text) => text.trim().split(/\s+/))
  return given.map((text) => {
    const key = readVerifierKey(text)
    if (key === null)
      throw new Usage(`'${text}' is not a verifier key: a name, eight digits and base64, joined by plus signs`)
    return key
  })
}

/** The text of a file. Throws Usage where it cannot be read. */
export function textOfFile(path: string): string {
  try {
    return readFileSync(path === '-' ? 0 : path, 'utf8')
  } catch (error) {
    throw new Usage(`${path} cannot be read: ${(error as Error).message}`)
  }
}

/** Signed checkpoints that somebody kept, each with the name of its file. Throws Usage where a file is none. */
export function checkpointsOption(call: Call, name: string): { readonly name: string; readonly note: string }[] {
  return (listOption(call, name) ?? []).map((path) => {
    const note = textOfFile(path)
    const why = notACheckpoint(note)
    if (why !== null) throw new Usage(`${path === '-' ? 'standard input' : path} is not a signed checkpoint: ${why}`)
    return { name: path, note }
  })
}

/** What was last found clean. `logId`: null where it was kept before that was noted. */
export type Remembered = Signed & { readonly logId: string | null }

/** `name`: an id of a log, or where one was read. Null where there is none. */
export function remembered(name: string): Remembered | null {
  try {
    const { note, key, logId = null } = JSON.parse(readFileSync(fileOf(name), 'utf8')) as Partial<Remembered>
    return typeof note === 'string' && typeof key === 'string' ? { note, key, logId } : null
  } catch {
    return null
  }
}

/** The number of events that a checkpoint is of. */
export const sizeOf = ({ note }: Signed): number => Number(note.split('\n', 2)[1])

/**
 * For the next call, by the log's id and by the places that it was read from, unless a larger one of the same log is kept: it says
 * more. Whether it could be kept changes no verdict.
 */
export function remember(logId: string, { note, key }: Signed, places: readonly string[] = []): void {
  for (const name of [logId, ...places]) {
    const last = remembered(name)
    if (last !== null && (last.logId ?? logId) === logId && sizeOf(last) > sizeOf({ note, key })) continue
    try {
      ensureFolder(folder(), { mode: 0o700 })
      writeFileSync(fileOf(name), `${JSON.stringify({ logId, note, key }, null, 2)}\n`, { mode: 0o600 })
    } catch {
      // a folder that cannot be written to
    }
  }
}

/** The name of a place that a log is read from, for `remember`. */
export const placeName = (...parts: readonly string[]): string =>
  `at-${createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32)}`

export const fileOf = (name: string): string => join(folder(), `${name.replace(/[^0-9a-zA-Z-]/g, '')}.json`)
/** For what contradicts each other, where no other folder is given. */
export const evidenceFolder = (): string => join(folder(), 'evidence')
const folder = (): string => join(process.env.XDG_STATE_HOME || join(homedir(), '.local/state'), 'fairbook')
