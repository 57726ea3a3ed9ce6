// Watches the public part of a log: whether all its checkpoints are of one log that grows, and whether anything else
// was signed. Events are not read; `verify` checks those.
import { remembered } from '../../proofs/kept.ts'
import { counted } from '../../report/listing/cells.ts'
import type { KeyChange } from '../../tree/log-keys.ts'
import { LogTree } from '../../tree/log-tree.ts'
import type { VerifierKey } from '../../tree/signed-note.ts'
import { judgeNewest, judgeNote, judgeRemembered, TrustedKeys } from '../../tree/trusted-keys.ts'
import type { News } from '../news.ts'
import type { Said } from '../said.ts'
import { type Checkpoint, type KeptNote, LAST_CALL, NEWEST, SignedHistory } from '../signed-history.ts'
import type { Brought, Watched } from '../watched.ts'
import { growTo, TilesOf } from './grow.ts'
import { PublicLog } from './public-log.ts'

export type TilesToWatch = Brought & {
  readonly address: string
  readonly signal?: AbortSignal | undefined
}

export class WatchedTiles implements Watched {
  readonly news: News
  readonly #watched: TilesToWatch
  readonly #log: PublicLog
  readonly #history: SignedHistory
  /** The tree of the last checkpoint that was verified here. */
  #tree: LogTree | null = null
  #hasBegun = false
  /** Changes of the log's key, as the log last stated them. */
  #changes: readonly KeyChange[] = []

  constructor(news: News, watched: TilesToWatch) {
    this.news = news
    this.#watched = watched
    this.#log = new PublicLog(watched.address, watched.signal)
    const rememberAs = () => (watched.remembers ? watched.keys[0]!.name : null)
    const { evidence, witnessed } = watched
    // restores are recorded in events, which are not public
    const told = async () => ''
    this.#history = new SignedHistory(news, { evidence, witnessed, rememberAs, told })
  }

  async *look(): AsyncGenerator<Said> {
    const note = await this.#log.checkpoint(this.#watched.witnessed !== null)
    if (!this.#hasBegun) yield await this.#begin()
    const by = await this.#signerOf(note)
    const found = by === null ? null : await this.#history.open(note, [by])
    const { hasVerified, last } = this.#history
    if (found !== null && !(hasVerified && found.size === last!.size)) await this.#prove(found)
    yield* this.news.take()
  }

  get hasVerified(): boolean {
    return this.#history.hasVerified
  }

  summary(): string {
    const { last } = this.#history
    return this.hasVerified
      ? `every checkpoint that was seen is of one log that grew, the newest of ${counted(last!.size, 'event')}`
      : 'no checkpoint was verified'
  }

  async disconnect(): Promise<void> {
    // nothing to do: every query is a call of its own
  }

  close(): Promise<void> {
    return this.#log.close()
  }

  #trusted(): TrustedKeys {
    return new TrustedKeys(this.#watched.keys, null, this.#changes)
  }

  /**
   * The key that signed the newest checkpoint: one that was given, or that these endorse. Null if none did, which is
   * reported.
   */
  async #signerOf(note: string): Promise<VerifierKey | null> {
    // it may be signed by a new key
    if (!this.#trusted().judge(note).ok) this.#changes = await this.#log.keyChanges()
    let by = null as VerifierKey | null
    await this.news.again((findings) => {
      by = judgeNewest(NEWEST, note, this.#trusted(), findings)?.by ?? null
    })
    return by
  }

  async #begin(): Promise<Said> {
    // a kept note may be signed by a key that does not count any more
    this.#changes = await this.#log.keyChanges()
    const { address, kept, keys, remembers } = this.#watched
    const last = remembers ? remembered(keys[0]!.name) : null
    const notes: KeptNote[] = []
    const trusted = this.#trusted()
    for (const one of kept) {
      const judged = judgeNote(one.name, one.note, trusted, this.news.fresh)
      if (judged !== null) notes.push({ ...one, keys: [judged.by] })
    }
    const known = last === null ? null : judgeRemembered(LAST_CALL, last, trusted, this.news.fresh)
    if (known !== null) notes.push({ name: LAST_CALL, note: last!.note, keys: [known.by] })
    this.#history.begin(notes)
    this.#hasBegun = true
    const { last: largest } = this.#history
    const from =
      largest === null
        ? 'from its newest checkpoint on'
        : `against ${largest.name}, of ${counted(largest.size, 'event')}`
    return { kind: 'begun', sentence: `What ${address} shows of its log is watched, ${from}.` }
  }

  /** Grows the tree from the last verified checkpoint, or failing that from the first event, which takes few hashes. */
  async #prove(found: Checkpoint): Promise<void> {
    const read = this.#log.tile.bind(this.#log)
    if (this.#tree !== null) {
      const tree = this.#tree.copy()
      await growTo(tree, found.size, new TilesOf(found.size, read))
      if (tree.root() === found.root) return this.#verified(found, tree)
    }
    const tree = new LogTree()
    const tiles = new TilesOf(found.size, read)
    const { anchors, last } = this.#history
    const known = new Set([...anchors, ...(last === null ? [] : [last])].sort((one, other) => one.size - other.size))
    const others: (() => Promise<void>)[] = []
    for (const one of known) {
      await growTo(tree, one.size, tiles)
      const root = tree.root()
      if (root !== one.root) others.push(() => this.#history.forked(found, one, root))
    }
    await growTo(tree, found.size, tiles)
    const root = tree.root()
    if (root !== found.root) {
      await this.news.again((findings) => findings.about(NEWEST, 'tile_mismatch', `root ${found.root}`, `root ${root}`))
    } else if (others.length > 0) for (const forked of others) await forked()
    else this.#verified(found, tree)
  }

  #verified(found: Checkpoint, tree: LogTree): void {
    this.#tree = tree
    this.#history.verified(found)
  }
}
