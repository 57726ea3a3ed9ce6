// What an auditor keeps: keys and checkpoints, given with the call or remembered from the last one.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Call, OptionSpec } from '../commands/command.ts'
import { listOption, textOption } from '../commands/options.ts'
import { Usage } from '../failures.ts'
import { readWitnessKey, type WitnessPolicy } from '../tree/cosignatures.ts'
import { readVerifierKey, type VerifierKey } from '../tree/signed-note.ts'
import type { Signed } from '../tree/tree-check.ts'

export const KEYS: OptionSpec = {
  flags: '--key <verifier-key...>',
  says: 'trust this key of the log, as /api/log/key shows it: name+id+base64',
}

/** What else a checkpoint needs than the log's own signature. */
export const WITNESSES: readonly OptionSpec[] = [
  {
    flags: '--witness <verifier-key...>',
    says: 'trust this witness, and count no checkpoint that it has not cosigned, too: name+id+base64',
  },
  { flags: '--witnesses <number>', says: 'so many of them are enough; all of them where this is not given' },
]

/** Null where no witness was named. Throws Usage. */
export function witnessesOption(call: Call): WitnessPolicy | null {
  const names = listOption(call, 'witness') ?? []
  const number = textOption(call, 'witnesses')
  if (names.length === 0 && number !== null) throw new Usage('--witnesses counts those that --witness names')
  if (names.length === 0) return null
  const witnesses = [...new Set(names)].map((text) => {
    const key = readWitnessKey(text)
    if (key === null) throw new Usage(`'${text}' is no key of a witness (C2SP tlog-cosignature, Ed25519)`)
    return key
  })
  const least = number === null ? witnesses.length : Number(number)
  if (!/^\d{1,3}$/.test(number ?? '1') || least < 1 || least > witnesses.length) {
    throw new Usage(`--witnesses is a number from 1 to ${witnesses.length}, not '${number}'`)
  }
  return { witnesses, least }
}

/** Throws Usage. */
export function keysOption(call: Call): VerifierKey[] {
  return (listOption(call, 'key') ?? []).map((text) => {
    const key = readVerifierKey(text)
    if (key === null)
      throw new Usage(`'${text}' is no verifier key: a name, eight digits and base64, joined by plus signs`)
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

/** Of the log that was last found clean; null where there is none. */
export function remembered(logId: string): Signed | null {
  try {
    const { note, key } = JSON.parse(readFileSync(fileOf(logId), 'utf8')) as Partial<Signed>
    return typeof note === 'string' && typeof key === 'string' ? { note, key } : null
  } catch {
    return null
  }
}

/** The number of events that a checkpoint is of. */
export const sizeOf = ({ note }: Signed): number => Number(note.split('\n', 2)[1])

/** For the next call, unless a larger one is kept: it says more. Whether it could be kept changes no verdict. */
export function remember(logId: string, what: Signed): void {
  const last = remembered(logId)
  if (last !== null && sizeOf(last) > sizeOf(what)) return
  try {
    mkdirSync(folder(), { recursive: true, mode: 0o700 })
    writeFileSync(fileOf(logId), `${JSON.stringify(what, null, 2)}\n`, { mode: 0o600 })
  } catch {
    // a folder that cannot be written to
  }
}

export const fileOf = (logId: string): string => join(folder(), `${logId.replace(/[^0-9a-zA-Z-]/g, '')}.json`)
/** For what contradicts each other, where no other folder is given. */
export const evidenceFolder = (): string => join(folder(), 'evidence')
const folder = (): string => join(process.env.XDG_STATE_HOME || join(homedir(), '.local/state'), 'fairbook')
