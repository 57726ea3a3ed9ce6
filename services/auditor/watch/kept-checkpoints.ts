// Checkpoints from before a watch. What a note proves is only known after the events have said when each key was in
// force, so the root of the log at the note's size is kept until then.
import type { Findings } from '../findings/findings.ts'
import { counted } from '../report/listing/cells.ts'
import { readVerifierKey, rootIn, type VerifierKey } from '../tree/signed-note.ts'
import { judgeNote, judgeRemembered, type TrustedKeys } from '../tree/trusted-keys.ts'
import type { Anchor } from './signed-history.ts'

/** `rememberedKey`: the key that had signed it when the last call remembered it; null if it was not remembered. */
export type NoteFromBefore = { readonly name: string; readonly note: string; readonly rememberedKey: string | null }
/** `size`: as the note states it; null if it is not a checkpoint. */
type Kept = NoteFromBefore & { readonly size: number | null }

export class KeptCheckpoints {
  readonly #kept: readonly Kept[]
  /** The roots of the log, by size. */
  readonly #roots = new Map<number, string>()

  constructor(notes: readonly NoteFromBefore[]) {
    this.#kept = notes.map((one) => ({ ...one, size: rootIn(one.note)?.size ?? null }))
  }

  /** What the events are checked against, in words. */
  get sentence(): string {
    const [largest] = this.#kept.toSorted((one, other) => (other.size ?? 0) - (one.size ?? 0))
    return largest === undefined || largest.size === null
      ? 'with no checkpoint from before'
      : `against ${largest.name}, of ${counted(largest.size, 'event')}`
  }

  /** To be called when the tree has come to this size. */
  reached(size: number, root: () => string): void {
    if (this.#kept.some((one) => one.size === size)) this.#roots.set(size, root())
  }

  /** The root at the size of a kept checkpoint; null if the log has not come to it. */
  rootAt(size: number): string | null {
    return this.#roots.get(size) ?? null
  }

  /** Returns the checkpoints that prove something, and reports why others do not. */
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
