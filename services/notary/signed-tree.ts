// The tree over the log as far as it has grown, in rows of the database, and the checkpoints that are signed of it.
import type pg from 'pg'
import { holdsEvent } from '#services/event-store/known-event.ts'
import { type EventStore, LogIdentityMismatch, type StoredEvent } from '#services/event-store/port.ts'
import { leafHash } from '#services/merkle/hashes.ts'
import { Proofs } from '#services/merkle/proofs.ts'
import { GrowingTree, TILE_WIDTH } from '#services/merkle/tiles.ts'
import { ExpectedError, type Unrecoverable } from '#services/platform/errors.ts'
import { type Checkpoint, checkpointText, saidBy } from '#services/transparency/checkpoint.ts'
import {
  readCheckpoint,
  readEdge,
  readHead,
  readTile,
  type TreeHead,
  writeTree,
} from '#services/transparency/tile-rows.ts'
import type { KeyInForce } from './log-key.ts'

/** The log, or the rows of its tree, are not what was signed: somebody changed them, or lost some. */
class TreeChanged extends ExpectedError implements Unrecoverable {
  override readonly name = 'TreeChanged'
  readonly runbook = 'docs/runbooks/transparency-log.md'
}

export class SignedTree {
  readonly #client: pg.Client
  readonly #key: KeyInForce
  readonly #tree: GrowingTree
  #head: TreeHead
  #written: number
  /** What was signed before but the tree has not reached yet: nothing is signed until it has, and matches. */
  #promised: readonly Checkpoint[] = []
  /** For tiles that are not written yet: the position of the event before their first. */
  readonly #follows = new Map<number, string | null>()

  private constructor(client: pg.Client, key: KeyInForce, tree: GrowingTree, head: TreeHead) {
    this.#client = client
    this.#key = key
    this.#tree = tree
    this.#head = head
    this.#written = head.size
  }

  /**
   * The tree as far as it has grown. Throws LogIdentityMismatch if the store is not the log that it grew from, and
   * TreeChanged if the rows are not what was signed: a second tree of one log must never be signed.
   */
  static async open(client: pg.Client, store: EventStore, key: KeyInForce): Promise<SignedTree> {
    const { logId } = store
    const head = (await readHead(client)) ?? { logId, size: 0, position: null, hash: null, event: null }
    if (head.logId !== logId) {
      throw new LogIdentityMismatch(`the tree is of log ${head.logId}, but the event store holds log ${logId}`)
    }
    if (head.event !== null && !(await holdsEvent(store, { ...head, event: head.event }))) {
      throw new LogIdentityMismatch(
        `the event store does not have event ${head.size - 1} (${head.event}) as it was signed`,
      )
    }
    const edge = await readTree(client, head.size)
    if (edge === null) throw changed(head.size)
    const tree = new SignedTree(client, key, edge, head)
    const notes = [(await readCheckpoint(client))?.note ?? null, key.kept.read(), key.before]
    const signed = notes.filter((note) => note !== null).map(saidBy)
    // rows that nobody signed count only if they lead to something that was signed
    if (!signed.some(({ size }) => size >= head.size) && head.size > 0) throw changed(head.size)
    for (const one of signed) await tree.#hold(one)
    return tree
  }

  get position(): string | null {
    return this.#head.position
  }

  /** Whether more was signed than the tree has reached. */
  get owes(): boolean {
    return this.#promised.length > 0
  }

  get unwritten(): number {
    return this.#tree.size - this.#written
  }

  /** If the tree has come exactly this far, it is compared at once: older hashes are in the tiles. */
  async #hold(signed: Checkpoint): Promise<void> {
    const { size } = this.#tree
    if (!Number.isSafeInteger(signed.size)) throw changed(size)
    if (signed.size > size) {
      this.#promised = [...this.#promised, signed]
      return
    }
    const proofs = new Proofs(async (level, index, width) => {
      const tile = await readTile(this.#client, level, index, width)
      if (tile === null) throw changed(size)
      return tile.hashes
    })
    const root = signed.size === size ? this.#tree.root() : await proofs.root(signed.size)
    if (!root.equals(signed.root)) throw changed(size)
  }

  /** Called at the end of the log. Throws TreeChanged if more was signed than there is. */
  checkReached(): void {
    const [missing] = this.#promised
    if (missing !== undefined) {
      throw new TreeChanged(`${missing.size} events were signed, but the event store has ${this.#tree.size}`)
    }
  }

  append(page: readonly StoredEvent[]): void {
    for (const { body, position, hash, stream, version } of page) {
      const { size } = this.#tree
      if (size % TILE_WIDTH === 0) this.#follows.set(size / TILE_WIDTH, this.#head.position)
      this.#tree.append(leafHash(body))
      this.#head = { ...this.#head, size: size + 1, position, hash, event: `${stream}@${version}` }
      if (this.owes) this.#keepPromised()
    }
  }

  #keepPromised(): void {
    const { size } = this.#tree
    this.#promised = this.#promised.filter((one) => {
      if (one.size !== size) return true
      if (this.#tree.root().equals(one.root)) return false
      throw new TreeChanged(`the first ${size} events are not those that were signed`)
    })
  }

  /** Durable when it resolves. Also signs, unless more was signed before. */
  async write(): Promise<void> {
    const tiles = this.#tree.takeChanged().map((tile) => {
      const follows = tile.level === 0 ? (this.#follows.get(tile.index) ?? null) : null
      return { ...tile, follows }
    })
    await writeTree(this.#client, { tiles, head: this.#head, note: this.owes ? null : this.#sign() })
    this.#written = this.#tree.size
    this.#follows.clear()
  }

  /** Kept on disk before anybody can get it. */
  #sign(): string {
    const { size } = this.#tree
    const { signer, kept } = this.#key
    const note = signer.sign(checkpointText({ origin: signer.name, size, root: this.#tree.root() }))
    kept.write(note)
    return note
  }
}

const changed = (size: number) => new TreeChanged(`the tree of ${size} events is not the one that was signed`)

async function readTree(client: pg.Client, size: number): Promise<GrowingTree | null> {
  try {
    return new GrowingTree(size, await readEdge(client, size))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
