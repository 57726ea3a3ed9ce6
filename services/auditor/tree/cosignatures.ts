// Cosignatures of witnesses on a checkpoint (c2sp.org/tlog-cosignature, Ed25519), how many of them an auditor requires,
// and how far the checkpoints go that have as many.
import { hash as digest, type KeyObject, verify } from 'node:crypto'
import type { LogRow } from '../events/log-row.ts'
import type { Findings } from '../findings/findings.ts'
import { bytesOf, ed25519KeyOf, KEY, linesOf, SIGNATURE, textOfNote } from './signed-note.ts'
import type { SignedRows } from './tree-rows.ts'

export type WitnessKey = { readonly text: string; readonly name: string; readonly id: string; readonly key: KeyObject }

/** Which witnesses are trusted, and how many of them (`least`) must have cosigned a checkpoint. */
export type WitnessPolicy = { readonly witnesses: readonly WitnessKey[]; readonly least: number }

const COSIGNATURE = 4
const ID_BYTES = 4
const TIME_BYTES = 8
const SIGNATURE_BYTES = 64

/** Null if the text is not a key for Ed25519 cosignatures, or its id is not derived from the key. */
export function readWitnessKey(text: string): WitnessKey | null {
  const [, name, id, base64] = KEY.exec(text) ?? []
  if (name === undefined || id === undefined || base64 === undefined) return null
  const typed = Buffer.from(base64, 'base64')
  const expected = digest('sha256', Buffer.concat([Buffer.from(`${name}\n`), typed]), 'hex').slice(0, 8)
  const key = typed[0] === COSIGNATURE && id === expected ? ed25519KeyOf(typed.subarray(1)) : null
  return key === null ? null : { text, name, id, key }
}

/**
 * Why a checkpoint does not meet the policy, in words; null if it does. A wrong cosignature by a trusted witness spoils
 * the checkpoint.
 */
export function lacksWitnesses(note: string, { witnesses, least }: WitnessPolicy): string | null {
  const signers = new Set<string>()
  for (const line of linesOf(note)) {
    const [, name, base64] = SIGNATURE.exec(line) ?? []
    const bytes = bytesOf(base64 ?? '')
    const id = bytes?.subarray(0, ID_BYTES).toString('hex')
    const witness = witnesses.find((one) => one.name === name && one.id === id)
    if (witness === undefined) continue
    if (!isCosigned(textOfNote(note), bytes!.subarray(ID_BYTES), witness.key)) {
      return `the cosignature of ${witness.name}+${witness.id} is wrong`
    }
    signers.add(witness.text)
  }
  return signers.size >= least ? null : `${signers.size} of ${witnesses.length} witnesses have cosigned it`
}

function isCosigned(text: string, bytes: Buffer, key: KeyObject): boolean {
  if (bytes.length !== TIME_BYTES + SIGNATURE_BYTES) return false
  const time = bytes.readBigUInt64BE()
  const said = Buffer.from(`cosignature/v1\ntime ${time}\n${text}`)
  return time > 0n && verify(null, said, key, bytes.subarray(TIME_BYTES))
}

/** System time that a log may grow beyond its newest cosigned checkpoint: as long as a notary waits before it alerts. */
const BEHIND_MS = 10 * 60_000

/**
 * How far the stored checkpoints go that witnesses have cosigned. What comes after may be another history than others
 * are shown, so that may only be what was recorded lately.
 */
export class Cosigned {
  readonly #policy: WitnessPolicy | null
  /** Why the newest stored checkpoint is not cosigned. */
  readonly #lack: string
  /** Events in the newest cosigned checkpoint; null if there is none, or no witnesses were named. */
  readonly size: number | null
  /** When the first event after it was recorded; null until the log comes to it. */
  #endedAt: string | null = null

  constructor(stored: SignedRows | null, policy: WitnessPolicy | null) {
    this.#policy = policy
    const lacks = policy === null ? [] : (stored?.checkpoints ?? []).map(({ note }) => lacksWitnesses(note, policy))
    this.#lack = lacks.findLast((lack) => lack !== null) ?? 'no checkpoint'
    const newest = lacks.lastIndexOf(null)
    this.size = newest === -1 ? null : stored!.checkpoints[newest]!.size
  }

  /** To be called with each event that is read. */
  add({ number, body }: LogRow): void {
    if (number === this.size) this.#endedAt = recordedAtIn(body)
  }

  /** To be called after the last event. `size`: of the log. `recordedAt`: of its last event. */
  check(size: number, recordedAt: string, findings: Findings): void {
    if (this.#policy === null || (this.size !== null && this.size >= size)) return
    // an audit that goes on after that event does not know when it was recorded
    const endedAt = this.#endedAt ?? ''
    if (this.size !== null && Date.parse(recordedAt) - Date.parse(endedAt) <= BEHIND_MS) return
    const { least, witnesses } = this.#policy
    const by = `cosigned by ${least} of ${witnesses.length} witnesses`
    const [expected, actual] =
      this.size === null
        ? [by, this.#lack]
        : [`all but the last minutes ${by}`, `${this.size} of ${size} events, to ${endedAt || 'an earlier audit'}`]
    findings.about('log_checkpoint', 'checkpoint_unwitnessed', expected, actual)
  }
}

/** '' if the body is unreadable, which is reported elsewhere. */
function recordedAtIn(body: string): string {
  try {
    return String((JSON.parse(body) as { meta?: { recordedAt?: unknown } }).meta?.recordedAt ?? '')
  } catch {
    return ''
  }
}
