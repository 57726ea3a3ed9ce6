// Reads all events again and again, a few at each look: nothing else would show that an event was changed after it was
// read and signed. Only one hash is kept for every 256 events.
import type { LogRow } from '../events/log-row.ts'
import { readBody } from '../events/read-body.ts'
import type { EventSchemas } from '../events/schemas.ts'
import type { Findings } from '../findings/findings.ts'
import { HASH_BYTES, LogTree, leafOf } from '../tree/log-tree.ts'
import type { LogSource, Reached } from './log-source.ts'

const TILE_WIDTH = 256
/** How many events are read again at each look. */
const EVENTS = 8 * TILE_WIDTH
const START: Reached = { number: 0, position: null }

export class Reread {
  readonly #forms: EventSchemas
  readonly #tree = new LogTree((level, _, hash) => {
    if (level === 1) this.#keep(hash)
  })
  /** The roots of the full tiles, one after the other; the rest of the buffer is unused. */
  #tiles = Buffer.alloc(1_024 * HASH_BYTES)
  #full = 0
  /** The leaves after the last full tile. */
  #tail: Buffer[] = []
  #at = START

  constructor(forms: EventSchemas) {
    this.#forms = forms
  }

  /** Whether the next step is the first of a round. */
  get begins(): boolean {
    return this.#at === START
  }

  /** To be called with each event that is read for the first time, in the order of the log. */
  add(leaf: Buffer): void {
    this.#tail.push(leaf)
    this.#tree.add(leaf)
  }

  /** Reads the next few events again and reports those that have changed. */
  async step(source: LogSource, findings: Findings): Promise<void> {
    const { size } = this.#tree
    const begin = this.#at.number
    const end = Math.min(begin + EVENTS, size)
    const rows = new Map<number, LogRow>()
    for await (const page of source.read(this.#at, end - begin)) {
      for (const row of page) if (row.number < end) rows.set(row.number, row)
      if (page.some(({ number }) => number >= end - 1)) break
    }
    for (const row of rows.values()) readBody(row, this.#forms, findings)
    for (let from = begin; from < end; from += TILE_WIDTH) {
      await this.#compare(source, rows, from, Math.min(from + TILE_WIDTH, end), findings)
    }
    const last = rows.get(end - 1)
    this.#at = end === size || last === undefined ? START : { number: end, position: last.position }
  }

  async #compare(
    source: LogSource,
    rows: ReadonlyMap<number, LogRow>,
    from: number,
    to: number,
    findings: Findings,
  ): Promise<void> {
    const tile = from / TILE_WIDTH
    const numbers = Array.from({ length: to - from }, (_, at) => from + at)
    const gone = numbers.filter((number) => !rows.has(number))
    if (gone.length > 0) {
      const what = `ledger numbers ${gone[0]} to ${gone.at(-1)}`
      findings.about(what, 'event_changed', `${to - from} events from ${from} on`, `${to - from - gone.length} events`)
    }
    const leaves = numbers.map((number) => {
      const row = rows.get(number)
      return row === undefined ? null : leafOf(row.body)
    })
    const isFull = tile < this.#full
    if (isFull && rootOf(leaves)?.equals(this.#root(tile))) return
    const known = isFull ? await this.#leaves(source, tile) : this.#tail
    if (known === null) {
      const found = rootOf(leaves)
      const what = `ledger numbers ${from} to ${to - 1}`
      const expected = `hash ${this.#root(tile).toString('hex')}`
      if (found !== null) findings.about(what, 'event_changed', expected, `hash ${found.toString('hex')}`)
      return
    }
    for (const [at, leaf] of leaves.entries()) {
      const was = known[at]!
      if (leaf === null || leaf.equals(was)) continue
      const row = rows.get(from + at)!
      findings.at(row, 'event_changed', `leaf ${was.toString('hex')}`, `leaf ${leaf.toString('hex')}`)
    }
  }

  /** The leaves of a full tile from the stored tree; null if that is not right any more. */
  async #leaves(source: LogSource, tile: number): Promise<Buffer[] | null> {
    const stored = await source.tile(tile)
    if (stored === null || stored.length !== TILE_WIDTH * HASH_BYTES) return null
    const leaves = Array.from({ length: TILE_WIDTH }, (_, at) =>
      stored.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
    )
    return rootOf(leaves)?.equals(this.#root(tile)) ? leaves : null
  }

  #root(tile: number): Buffer {
    return this.#tiles.subarray(tile * HASH_BYTES, (tile + 1) * HASH_BYTES)
  }

  #keep(root: Buffer): void {
    if ((this.#full + 1) * HASH_BYTES > this.#tiles.length) {
      this.#tiles = Buffer.concat([this.#tiles, Buffer.alloc(this.#tiles.length)])
    }
    root.copy(this.#tiles, this.#full * HASH_BYTES)
    this.#full += 1
    this.#tail = []
  }
}

/** Null if a leaf is missing. */
function rootOf(leaves: readonly (Buffer | null)[]): Buffer | null {
  const tree = new LogTree()
  for (const leaf of leaves) {
    if (leaf === null) return null
    tree.add(leaf)
  }
  return Buffer.from(tree.root(), 'base64')
}
