// Checkpoints from before a watch. What a note proves is known once the events have said how far each key counts, so each is
// held against what they came to at its size.
import type { Findings } from '../findings/findings.ts'
import { counted } from '../report/listing/cells.ts'
import { rootIn, type VerifierKey } from '../tree/signed-note.ts'
import { judgeNote, type TrustedKeys } from '../tree/trusted-keys.ts'
import type { Anchor, KeptNote } from './signed-history.ts'

/** `size`: what it says itself; null where it says nothing. */
type Kept = KeptNote & { readonly size: number | null }

export class KeptCheckpoints {
  readonly #kept: readonly Kept[]
  /** By size. */
  readonly #roots = new Map<number, string>()

  constructor(notes: readonly KeptNote[]) {
    this.#kept = notes.map((one) => ({ ...one, size: rootIn(one.note)?.size ?? null }))
  }

  /** What the events are held against, in words. */
  get sentence(): string {
    const [largest] = this.#kept.toSorted((one, other) => (other.size ?? 0) - (one.size ?? 0))
    return largest === undefined || largest.size === null
      ? 'with no checkpoint from before'
      : `against ${largest.name}, of ${counted(largest.size, 'event')}`
  }

  /** The tree of the events has come to this size. */
  reached(size: number, root: () => string): void {
    if (this.#kept.some((one) => one.size === size)) this.#roots.set(size, root())
  }

  /** What the events came to; null where they have not come so far. */
  rootAt(size: number): string | null {
    return this.#roots.get(size) ?? null
  }

  /** Those that prove something; why others do not is reported. */
  judge(trusted: (more: readonly VerifierKey[]) => TrustedKeys, findings: Findings): Anchor[] {
    return this.#kept.flatMap(({ name, note, keys }) => {
      const judged = judgeNote(name, note, trusted(keys), findings)
      return judged === null ? [] : [{ ...judged.checkpoint, note, by: judged.by, name }]
    })
  }
}
