// Checkpoints from before a watch. What a note proves is known once the events have said how far each key counts, so each is
// held against what they came to at its size.
import type { Findings } from '../findings/findings.ts'
import { counted } from '../report/listing/cells.ts'
import { readVerifierKey, rootIn, type VerifierKey } from '../tree/signed-note.ts'
import { judgeNote, judgeRemembered, type TrustedKeys } from '../tree/trusted-keys.ts'
import type { Anchor } from './signed-history.ts'

/** `rememberedKey`: the key that had signed it when the last call remembered it; null where that did not. */
export type NoteFromBefore = { readonly name: string; readonly note: string; readonly rememberedKey: string | null }
/** `size`: what it says itself; null where it says nothing. */
type Kept = NoteFromBefore & { readonly size: number | null }

export class KeptCheckpoints {
  readonly #kept: readonly Kept[]
  /** By size. */
  readonly #roots = new Map<number, string>()

  constructor(notes: readonly NoteFromBefore[]) {
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
  judge(trusted: (remembered: VerifierKey | null) => TrustedKeys, findings: Findings): Anchor[] {
    return this.#kept.flatMap(({ name, note, rememberedKey: key }) => {
      const judged =
        key === null
          ? judgeNote(name, note, trusted(null), findings)
          : judgeRemembered(name, { note, key }, trusted(readVerifierKey(key)), findings)
      return judged === null ? [] : [{ ...judged.checkpoint, note, by: judged.by, name }]
    })
  }
}
