// The tree over a log that is watched, as far as it is signed, and the events that wait for a signature. What was kept from before
// the watch, and what a restore has told, is held against it at its size.
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
  /** How many restores were held against the tree. */
  #restores = 0
  /** Null until it is known which of what was kept counts. */
  #anchors: readonly Anchor[] | null = null
  /** A checkpoint from before that the events do not come to, and what they come to. */
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

  /** When the first of them was stored, in milliseconds; null where none waits. */
  get waitingSince(): number | null {
    return this.#ahead[0]?.storedAt ?? null
  }

  add(leaf: Buffer, storedAt: number): void {
    this.#ahead.push({ leaf, storedAt })
  }

  /** Up to the size of a checkpoint, as far as events were read. */
  grow(size: number, kept: KeptCheckpoints): void {
    for (const { leaf } of this.#ahead.splice(0, Math.max(0, size - this.size))) {
      this.#checkRestore()
      this.#tree.add(leaf)
      kept.reached(this.size, () => this.root())
      for (const anchor of this.#anchors ?? []) if (anchor.size === this.size) this.#compare(anchor, this.root())
    }
  }

  /** Those of what was kept that count. */
  hold(anchors: readonly Anchor[], kept: KeptCheckpoints): void {
    this.#anchors = anchors
    for (const anchor of anchors) this.#compare(anchor, kept.rootAt(anchor.size))
  }

  get isHeld(): boolean {
    return this.#anchors !== null
  }

  /** Of the event that comes next into the tree. */
  #checkRestore(): void {
    const restore = this.#state.restores[this.#restores]
    if (restore?.number !== this.size) return
    this.#restores += 1
    checkRestoredRoot(restore, this.root(), this.#news.fresh)
  }

  /** `root`: what the events come to; null where they have not come so far. */
  #compare(anchor: Anchor, root: string | null): void {
    if (root === null || root === anchor.root) return
    const told = restoreBefore(this.#state.restores, anchor.size)
    this.#news.fresh.about(anchor.name, 'signed_root_mismatch', anchor.root, `${root}${told}`)
    this.other ??= { anchor, root }
  }
}
