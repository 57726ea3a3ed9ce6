// The tree over a watched log as far as it is signed, and the events that wait for a signature. Checkpoints from before
// the watch, and roots that restores state, are compared with it at their size.
import type { State } from '../replay/state.ts'
import { LogTree } from '../tree/log-tree.ts'
import { checkRestoredRoot, restoreBefore } from '../tree/restores.ts'
import type { KeptCheckpoints } from './kept-checkpoints.ts'
import type { News } from './news.ts'
import type { Anchor } from './signed-history.ts'

/** An event that is not signed yet. */
type Ahead = { readonly leaf: Buffer; readonly storedAt: number }

export class SignedTree {
  readonly #news: News
  readonly #state: State
  readonly #tree = new LogTree()
  readonly #ahead: Ahead[] = []
  /** How many restores were compared with the tree. */
  #restores = 0
  /** The checkpoints from before the watch that count; null until that is known. */
  #anchors: readonly Anchor[] | null = null
  /** The first checkpoint from before the watch that the log does not come to, and the root that it has there. */
  other: { readonly anchor: Anchor; readonly root: string } | null = null

  constructor(news: News, state: State) {
    this.#news = news
    this.#state = state
  }

  get size(): number {
    return this.#tree.size
  }

  root(): string {
    return this.#tree.root()
  }

  /** How many events wait for a signature. */
  get waiting(): number {
    return this.#ahead.length
  }

  /** When the first waiting event was stored, in milliseconds; null if none waits. */
  get waitingSince(): number | null {
    return this.#ahead[0]?.storedAt ?? null
  }

  add(leaf: Buffer, storedAt: number): void {
    this.#ahead.push({ leaf, storedAt })
  }

  /** Grows the tree to the size of a checkpoint, or as far as events were read. */
  grow(size: number, kept: KeptCheckpoints): void {
    for (const { leaf } of this.#ahead.splice(0, Math.max(0, size - this.size))) {
      this.#checkRestore()
      this.#tree.add(leaf)
      kept.reached(this.size, () => this.root())
      for (const anchor of this.#anchors ?? []) if (anchor.size === this.size) this.#compare(anchor, this.root())
    }
  }

  /** Takes the checkpoints from before the watch that count. */
  hold(anchors: readonly Anchor[], kept: KeptCheckpoints): void {
    this.#anchors = anchors
    for (const anchor of anchors) this.#compare(anchor, kept.rootAt(anchor.size))
  }

  get isHeld(): boolean {
    return this.#anchors !== null
  }

  /** Checks the restore that the next event records, if it does. */
  #checkRestore(): void {
    const restore = this.#state.restores[this.#restores]
    if (restore?.number !== this.size) return
    this.#restores += 1
    checkRestoredRoot(restore, this.root(), this.#news.fresh)
  }

  /** `root`: of the log at the anchor's size; null if the log has not come to it. */
  #compare(anchor: Anchor, root: string | null): void {
    if (root === null || root === anchor.root) return
    const told = restoreBefore(this.#state.restores, anchor.size)
    this.#news.fresh.about(anchor.name, 'signed_root_mismatch', anchor.root, `${root}${told}`)
    this.other ??= { anchor, root }
  }
}
