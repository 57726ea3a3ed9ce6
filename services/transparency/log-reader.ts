// What the transparency log offers its readers: checkpoints, tiles, and where an event is.
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { Proofs, type ReadTile } from '#services/merkle/proofs.ts'
import { widthIn } from '#services/merkle/tiles.ts'
import { type KeyRow, readKeyRows } from './key-rows.ts'
import { readCheckpoint, readTile } from './tile-rows.ts'
import { readCosigned } from './witness-rows.ts'

/**
 * Sizes are numbers of events. The key signs checkpoints of more than `after` and at most `upTo` events; null while it
 * is in force.
 */
export type PublishedKey = Omit<KeyRow, 'verifierKey' | 'since'> & {
  readonly key: string
  readonly after: number
  readonly upTo: number | null
}

export type Signed = { readonly size: number; readonly note: string }
export type Inclusion = { readonly index: number; readonly beside: readonly Buffer[]; readonly checkpoint: string }

const LOOK_AGAIN_MS = 100

export class TransparencyLog {
  readonly #pool: pg.Pool

  constructor(pool: pg.Pool) {
    this.#pool = pool
  }

  /** The newest signed checkpoint; null before the first. */
  checkpoint(): Promise<Signed | null> {
    return readCheckpoint(this.#pool)
  }

  /** The newest checkpoint that a witness has cosigned as well; null before the first. */
  cosigned(): Promise<Signed | null> {
    return readCosigned(this.#pool)
  }

  /** The hashes that lead from the root of the first `older` events to that of the first `size`. */
  consistency(older: number, size: number): Promise<Buffer[]> {
    return new Proofs(this.#tilesOnce(size)).consistency(older, size)
  }

  /** The keys that have signed, newest first, with what is known about each. */
  async keys(): Promise<PublishedKey[]> {
    const rows = await readKeyRows(this.#pool)
    return rows
      .map(({ verifierKey, since, trustedTo: _, ...change }, at) => {
        const next = rows[at + 1]
        return {
          ...change,
          key: verifierKey,
          after: since,
          upTo: next?.since ?? null,
          trustedTo: next?.trustedTo ?? null,
        }
      })
      .reverse()
  }

  /**
   * `width` hashes of a tile; null if it has fewer. `follows`: at level 0, the position of the event before its first.
   */
  tile(level: number, index: number, width: number): ReturnType<typeof readTile> {
    return readTile(this.#pool, level, index, width)
  }

  /**
   * Where the event with this ledger number is in a signed tree, preferably a cosigned one. Null if none contains it
   * after `waitMs`.
   */
  async inclusion(index: number, waitMs: number): Promise<Inclusion | null> {
    const until = performance.now() + waitMs
    for (;;) {
      const found = await Promise.all([this.cosigned(), this.checkpoint()])
      const signed = found.find((one) => one !== null && one.size > index) ?? null
      if (signed !== null) {
        const beside = await new Proofs(this.#tilesOnce(signed.size)).inclusion(index, signed.size)
        return { index, beside, checkpoint: signed.note }
      }
      if (performance.now() >= until) return null
      await pause(LOOK_AGAIN_MS)
    }
  }

  /**
   * Tiles of a tree of `size` events, each cut to its width in that tree. Cached, because a proof takes many hashes
   * from few tiles.
   */
  #tilesOnce(size: number): ReadTile {
    const read = new Map<string, Promise<Buffer>>()
    return (level, index) => {
      const name = `${level}/${index}`
      const found = read.get(name) ?? this.#hashes(level, index, widthIn(size, level, index))
      read.set(name, found)
      return found
    }
  }

  async #hashes(level: number, index: number, width: number): Promise<Buffer> {
    const tile = await this.tile(level, index, width)
    if (tile === null) throw new Error(`the tree has no tile ${level}/${index} of ${width} hashes`)
    return tile.hashes
  }
}
