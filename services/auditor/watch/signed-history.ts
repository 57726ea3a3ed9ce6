// The checkpoints of one log, each checked against those that were verified before it.
import { remember } from '../proofs/kept.ts'
import { lacksWitnesses, type WitnessPolicy } from '../tree/cosignatures.ts'
import { openCheckpoint, type SignedCheckpoint, type VerifierKey } from '../tree/signed-note.ts'
import { keepNotes } from './evidence.ts'
import type { News } from './news.ts'

export type Checkpoint = SignedCheckpoint & { readonly note: string; readonly by: VerifierKey }
/** A checkpoint that later ones have to agree with. `name`: where it is from. */
export type Anchor = Checkpoint & { readonly name: string }
/** A checkpoint from before the watch, and the keys that may have signed it. */
export type KeptNote = { readonly name: string; readonly note: string; readonly keys: readonly VerifierKey[] }
/** The name of the remembered checkpoint. */
export const LAST_CALL = 'the checkpoint of the last call'

export const NEWEST = 'the newest checkpoint'
const SIGNED = 'a checkpoint signed by a key of this log'

export type HistoryOptions = {
  /** Null if no cosignature is required. */
  readonly witnessed: WitnessPolicy | null
  /** The folder for checkpoints that contradict each other. */
  readonly evidence: string
  /** The name under which verified checkpoints are remembered for the next call; null if they are not. */
  readonly rememberAs: () => string | null
  /** What the log records that may explain why it does not come to a checkpoint of this size; '' if nothing. */
  readonly told: (size: number) => Promise<string>
}

export class SignedHistory {
  readonly #news: News
  readonly #options: HistoryOptions
  /** The checkpoints from before the watch, smallest first. */
  anchors: readonly Anchor[] = []
  /** The largest checkpoint that was verified, here or before. */
  last: Anchor | null = null

  constructor(news: News, options: HistoryOptions) {
    this.#news = news
    this.#options = options
  }

  /** Takes the checkpoints from before the watch, and reports those that are none. To be called once, before `open`. */
  begin(kept: readonly KeptNote[]): void {
    const anchors = kept.flatMap(({ name, note, keys }) => {
      const opened = openCheckpoint(note, keys)
      if (opened.ok) return { ...opened.checkpoint, note, by: opened.by, name }
      this.#news.fresh.about(name, 'checkpoint_invalid', SIGNED, opened.why)
      return []
    })
    this.hold(anchors)
  }

  /** Takes the checkpoints from before the watch that count, once it is known which keys may have signed them. */
  hold(anchors: readonly Anchor[]): void {
    this.anchors = anchors.toSorted((one, other) => one.size - other.size)
    this.last = this.anchors.at(-1) ?? null
  }

  /** Opens a note. Null if none of the keys signed it, or it contradicts a verified checkpoint; either is reported. */
  async open(note: string, keys: readonly VerifierKey[]): Promise<Checkpoint | null> {
    const opened = openCheckpoint(note, keys)
    if (!opened.ok) {
      await this.#news.again((findings) => findings.about(NEWEST, 'checkpoint_invalid', SIGNED, opened.why))
      return null
    }
    const { witnessed } = this.#options
    const lack = witnessed === null ? null : lacksWitnesses(note, witnessed)
    if (lack !== null) {
      const expected = `cosigned by ${witnessed!.least} of ${witnessed!.witnesses.length} witnesses`
      await this.#news.again((findings) => findings.about(NEWEST, 'checkpoint_unwitnessed', expected, lack))
      return null
    }
    const found = { ...opened.checkpoint, note, by: opened.by }
    const { last } = this
    if (last !== null && found.size < last.size) {
      await this.#contradict('checkpoint_older', found, last, `${last.size} events at least`, `${found.size} events`)
      return null
    }
    if (last === null || found.size > last.size || found.root === last.root) return found
    await this.forked(found, last, found.root)
    return null
  }

  /** Reports that the tree of a checkpoint has another root at the size of one that was signed before. */
  forked(found: Checkpoint, known: Anchor, root: string): Promise<void> {
    const expected = `root ${known.root} of the first ${known.size} events`
    return this.#contradict('checkpoint_forked', found, known, expected, `root ${root}`)
  }

  async #contradict(
    code: 'checkpoint_older' | 'checkpoint_forked',
    found: Checkpoint,
    known: Anchor,
    expected: string,
    actual: string,
  ): Promise<void> {
    const shown = `${actual}${await this.#options.told(known.size)}`
    const unsaid = await this.#news.again((findings) => findings.about(NEWEST, code, expected, shown))
    if (unsaid.length === 0) return
    const kept = keepNotes(this.#options.evidence, [known.note, found.note])
    if ('files' in kept) this.#news.say({ kind: 'kept', files: kept.files })
    else this.#news.fresh.gap(`the checkpoints that contradict each other could not be kept: ${kept.why}`)
  }

  /** Whether a checkpoint was verified by this watch, and not only before it. */
  get hasVerified(): boolean {
    return this.last?.name === NEWEST
  }

  /** To be called when the log has been shown to grow to a checkpoint from the last one. */
  verified(found: Checkpoint): void {
    const { size, root, note, by } = found
    if (this.hasVerified && this.last?.size === size) return
    this.last = { ...found, name: NEWEST }
    this.#news.forget(NEWEST)
    this.#news.say({ kind: 'verified', size, root, key: by.text })
    const name = this.#options.rememberAs()
    if (name !== null && this.#news.isClean) remember(name, { note, key: by.text })
  }
}
