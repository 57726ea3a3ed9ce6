// By which keys checkpoints are judged: those that somebody trusts, and those of which the log itself says when they signed.
import type { Findings } from '../findings/findings.ts'
import { type KeyChange, outOfForce, rangeOf, type Trust, trustOf } from './log-keys.ts'
import { openCheckpoint, readVerifierKey, type SignedCheckpoint, type VerifierKey } from './signed-note.ts'

export type Judged =
  | {
      readonly ok: true
      readonly checkpoint: SignedCheckpoint
      readonly by: VerifierKey
      /** Why it proves nothing though it is signed, in words: somebody else may have signed it. Null where it does. */
      readonly doubt: string | null
      /** Whether it says something to whoever trusts no other keys than those that were given. */
      readonly vouches: boolean
    }
  | {
      readonly ok: false
      /** Null: it is signed by a key to which no endorsement leads, which is said once for all of them. */
      readonly code: 'checkpoint_invalid' | 'checkpoint_key_mismatch' | null
      readonly expected: string
      readonly actual: string
    }

export class TrustedKeys {
  readonly trust: Trust
  readonly #changes: readonly KeyChange[]
  readonly #all: readonly VerifierKey[]
  readonly #onlyGiven: boolean

  /** `believed`: what the ledger names beside them; null where nothing else is believed than `given` and what these endorse. */
  constructor(given: readonly VerifierKey[], believed: readonly VerifierKey[] | null, changes: readonly KeyChange[]) {
    const ofTheLog = changes.flatMap(({ replaces, key }) => [readVerifierKey(replaces), readVerifierKey(key)])
    this.trust = trustOf(
      given.map(({ text }) => text),
      changes,
    )
    this.#changes = changes
    this.#all = [...given, ...(believed ?? []), ...ofTheLog.filter((key) => key !== null)]
    this.#onlyGiven = believed === null
  }

  judge(note: string): Judged {
    const { keys, earlier, endsAt } = this.trust
    const no = (code: 'checkpoint_invalid' | 'checkpoint_key_mismatch' | null, expected: string, actual: string) =>
      ({ ok: false, code, expected, actual }) as const
    const opened = openCheckpoint(note, this.#all)
    if (!opened.ok) return no('checkpoint_invalid', SIGNED, opened.why)
    const { checkpoint, by } = opened
    const { size } = checkpoint
    if (this.#onlyGiven && !keys.has(by.text) && !earlier.has(by.text)) {
      return no(endsAt === null ? 'checkpoint_invalid' : null, SIGNED, 'no key that is trusted has signed it')
    }
    const due = outOfForce(by.text, size, this.#changes)
    if (due !== null) return no('checkpoint_key_mismatch', `${by.text} signs ${due}`, `one of ${size} events`)
    const { trustedTo } = rangeOf(by.text, this.#changes)
    const doubt =
      trustedTo === null || size <= trustedTo
        ? null
        : `${by.text} signed it, which was known to somebody else, and counts up to ${trustedTo} events alone`
    return { ok: true, checkpoint, by, doubt, vouches: keys.has(by.text) && doubt === null }
  }
}

/** Whether it proves something; what is in the way is reported, unless it is said once for all. */
export function judgeNote(subject: string, note: string, trusted: TrustedKeys, findings: Findings): boolean {
  const judged = trusted.judge(note)
  if (!judged.ok && judged.code !== null) findings.about(subject, judged.code, judged.expected, judged.actual)
  if (judged.ok && judged.doubt !== null) findings.gap(`${subject} proves nothing: ${judged.doubt}`)
  return judged.ok && judged.doubt === null
}

const SIGNED = 'a checkpoint signed by a key of this log'
