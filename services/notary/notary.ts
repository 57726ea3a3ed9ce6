// Grows the tree over the log and signs checkpoints of it: one notary leads, others stand by.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { holdsEvent } from '#services/event-store/known-event.ts'
import { type EventStore, LogIdentityMismatch, type StoredEvent } from '#services/event-store/port.ts'
import { leafHash } from '#services/merkle/hashes.ts'
import { GrowingTree, TILE_WIDTH } from '#services/merkle/tiles.ts'
import { connect } from '#services/platform/database/connect.ts'
import { leadWheneverPossible } from '#services/platform/database/leadership.ts'
import { ExpectedError, type Unrecoverable } from '#services/platform/errors.ts'
import { type Checkpoint, checkpointText } from '#services/transparency/checkpoint.ts'
import type { NoteSigner } from '#services/transparency/signed-note.ts'
import { readCheckpoint, readEdge, readHead, type TreeHead, writeTree } from '#services/transparency/tile-rows.ts'

export type NotaryOptions = {
  readonly store: EventStore
  /** The database of the tree. */
  readonly url: string
  /** The log's key, once this notary leads. */
  readonly openKey: (client: pg.Client) => Promise<NoteSigner>
  /** One line for the operator. */
  readonly log?: (line: string) => void
  /** How often a notary on standby tries to take the lead. */
  readonly standbyMs?: number
}

export type Notary = {
  /** Resolves when it was stopped; rejects with one line where nothing may be signed any more. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

/** The rows of the tree are not what was signed: somebody changed them, or lost some. */
export class TreeChanged extends ExpectedError implements Unrecoverable {
  override readonly name = 'TreeChanged'
  readonly runbook = 'docs/runbooks/transparency-log.md'
}

/** A checkpoint every second at least while the log grows. */
const SIGN_EVERY_MS = 500
const QUERY_TIMEOUT_MS = 30_000
/** A long log is signed on the way, so that a crash costs no more than this. */
const EVENTS_PER_CHECKPOINT = 100_000

export function startNotary({ store, url, openKey, log = () => undefined, standbyMs }: NotaryOptions): Notary {
  const stopping = new AbortController()
  const { signal } = stopping

  async function lead(client: pg.Client, onProgress: () => void): Promise<void> {
    const signer = await openKey(client)
    const tree = await SignedTree.open(client, store, signer)
    while (!signal.aborted) {
      for await (const page of store.readAll(tree.position)) {
        tree.append(page)
        if (tree.unsigned >= EVENTS_PER_CHECKPOINT) await tree.sign()
        if (signal.aborted) break
      }
      if (tree.unsigned > 0) {
        await tree.sign()
        onProgress()
      }
      await pause(SIGN_EVERY_MS, undefined, { signal }).catch(() => undefined)
      // the lead ends with its connection, and the log may have been exchanged meanwhile
      await client.query('select 1')
    }
  }

  const open = () => connect(url, { name: 'fairbook notary', queryTimeoutMs: QUERY_TIMEOUT_MS })
  const ended = leadWheneverPossible({ name: 'notary', connect: open, standbyMs, signal, log }, lead)
  ended.catch(() => undefined)
  return {
    ended,
    async stop() {
      stopping.abort()
      await ended.catch(() => undefined)
    },
  }
}

class SignedTree {
  readonly #client: pg.Client
  readonly #signer: NoteSigner
  readonly #tree: GrowingTree
  #head: TreeHead
  #signed: number
  /** Of the tiles that are not written yet: the position of the event before their first. */
  readonly #follows = new Map<number, string | null>()

  private constructor(client: pg.Client, signer: NoteSigner, tree: GrowingTree, head: TreeHead) {
    this.#client = client
    this.#signer = signer
    this.#tree = tree
    this.#head = head
    this.#signed = head.size
  }

  /**
   * The tree as it was signed last. Throws LogIdentityMismatch where the store is not the log that it grew from, and
   * TreeChanged where the rows are not what was signed: a second tree of one log must never be signed.
   */
  static async open(client: pg.Client, store: EventStore, signer: NoteSigner): Promise<SignedTree> {
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
    const last = await readCheckpoint(client)
    const tree = await readTree(client, head.size)
    const text = checkpointText({ origin: signer.name, size: tree?.size ?? 0, root: tree?.root() ?? Buffer.of() })
    const lines = (note: string) => note.split('\n').slice(1, 3).join('\n')
    const same = last === null ? head.size === 0 : lines(last.note) === lines(text)
    if (tree === null || !same) {
      throw new TreeChanged(`the tree of ${head.size} events is not the one that was signed`)
    }
    return new SignedTree(client, signer, tree, head)
  }

  get position(): string | null {
    return this.#head.position
  }

  get unsigned(): number {
    return this.#tree.size - this.#signed
  }

  append(page: readonly StoredEvent[]): void {
    for (const { body, position, hash, stream, version } of page) {
      const { size } = this.#tree
      if (size % TILE_WIDTH === 0) this.#follows.set(size / TILE_WIDTH, this.#head.position)
      this.#tree.append(leafHash(body))
      this.#head = { ...this.#head, size: size + 1, position, hash, event: `${stream}@${version}` }
    }
  }

  /** Durable when it resolves. */
  async sign(): Promise<void> {
    const tiles = this.#tree.takeChanged().map((tile) => {
      const follows = tile.level === 0 ? (this.#follows.get(tile.index) ?? null) : null
      return { ...tile, follows }
    })
    const checkpoint: Checkpoint = { origin: this.#signer.name, size: this.#tree.size, root: this.#tree.root() }
    await writeTree(this.#client, { tiles, head: this.#head, note: this.#signer.sign(checkpointText(checkpoint)) })
    this.#signed = this.#tree.size
    this.#follows.clear()
  }
}

async function readTree(client: pg.Client, size: number): Promise<GrowingTree | null> {
  try {
    return new GrowingTree(size, await readEdge(client, size))
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
