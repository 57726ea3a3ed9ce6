// A log of which only the public part is watched: that its checkpoints are of one log which grows, and of nothing that was signed
// otherwise. Events are not read: what is in them, `verify` says.
import { remembered } from '../../proofs/kept.ts'
import { brokenAt, type KeyChange } from '../../tree/log-keys.ts'
import { LogTree } from '../../tree/log-tree.ts'
import { readVerifierKey, type VerifierKey } from '../../tree/signed-note.ts'
import { TrustedKeys } from '../../tree/trusted-keys.ts'
import type { News } from '../news.ts'
import type { Said } from '../said.ts'
import { type Checkpoint, type KeptNote, NEWEST, SignedHistory } from '../signed-history.ts'
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
  /** Of the last checkpoint that was verified here. */
  #tree: LogTree | null = null
  #hasBegun = false
  /** Of the log's key, as the log has told them last. */
  #changes: readonly KeyChange[] = []

  constructor(news: News, watched: TilesToWatch) {
    this.news = news
    this.#watched = watched
    this.#log = new PublicLog(watched.address, watched.signal)
    const rememberAs = () => (watched.remembers ? watched.keys[0]!.name : null)
    const { evidence, witnessed } = watched
    this.#history = new SignedHistory(news, { evidence, witnessed, rememberAs })
  }

  async *look(): AsyncGenerator<Said> {
    const note = await this.#log.checkpoint(this.#watched.witnessed !== null)
    if (!this.#hasBegun) yield await this.#begin()
    const keys = await this.#keysFor(note)
    const found = keys === null ? null : await this.#history.open(note, keys)
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
      ? `every checkpoint that was seen is of one log that grew, the newest of ${last!.size} events`
      : 'no checkpoint was verified'
  }

  async disconnect(): Promise<void> {
    // every question is a call of its own
  }

  close(): Promise<void> {
    return this.#log.close()
  }

  /** The key that counts for it: one that was given, or that such a one endorses. Null where its key cannot be known, which is said. */
  async #keysFor(note: string): Promise<readonly VerifierKey[] | null> {
    const given = this.#watched.keys
    const judge = () => new TrustedKeys(given, null, this.#changes).judge(note)
    let judged = judge()
    if (!judged.ok) {
      this.#changes = await this.#log.keyChanges()
      judged = judge()
    }
    if (judged.ok) return [judged.by]
    if (judged.code === 'checkpoint_invalid') return given
    const { endsAt } = new TrustedKeys(given, null, this.#changes).trust
    if (endsAt !== null) this.news.fresh.gap(brokenAt(endsAt))
    return judged.code === null ? null : []
  }

  async #begin(): Promise<Said> {
    this.#hasBegun = true
    const { address, kept, keys, remembers } = this.#watched
    const last = remembers ? remembered(keys[0]!.name) : null
    const key = last === null ? null : readVerifierKey(last.key)
    const notes: KeptNote[] = []
    for (const one of kept) notes.push({ ...one, keys: (await this.#keysFor(one.note)) ?? [] })
    if (last !== null)
      notes.push({ name: 'the checkpoint of the last call', note: last.note, keys: key === null ? keys : [key] })
    this.#history.begin(notes)
    const { last: largest } = this.#history
    const from =
      largest === null ? 'from its newest checkpoint on' : `against ${largest.name}, of ${largest.size} events`
    return { kind: 'begun', sentence: `What ${address} shows of its log is watched, ${from}.` }
  }

  /** From where the last one ended, or else from the first event: higher hashes make that short. */
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
