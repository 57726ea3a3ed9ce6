// The tree of a log in a store, and where in the store its tiles begin.
import type { Position, StoredEvent } from '#services/event-store/port.ts'
import { leafHash } from '#services/merkle/hashes.ts'
import { GrowingTree, TILE_WIDTH } from '#services/merkle/tiles.ts'

export type LogTree = {
  readonly size: number
  /** Base64. */
  readonly root: string
  /** Roots at the sizes that were asked for, as far as the log has come. */
  readonly roots: ReadonlyMap<number, string>
  /** Of the events before the first of each tile, and of the last event of each size that was asked for, by number of events. */
  readonly positions: ReadonlyMap<number, Position>
}

/** `log`: all of it. `sizes`: those at which a root is asked for. */
export async function treeOf(
  log: AsyncIterable<readonly Pick<StoredEvent, 'body' | 'position'>[]>,
  sizes: ReadonlySet<number>,
  signal?: AbortSignal,
): Promise<LogTree> {
  const tree = new GrowingTree()
  const roots = new Map<number, string>()
  const positions = new Map<number, Position>()
  for await (const page of log) {
    signal?.throwIfAborted()
    for (const { body, position } of page) {
      tree.append(leafHash(body))
      const { size } = tree
      if (sizes.has(size)) roots.set(size, tree.root().toString('base64'))
      if (sizes.has(size) || size % TILE_WIDTH === 0) positions.set(size, position)
    }
    // what is full is not needed here
    tree.takeChanged()
  }
  return { size: tree.size, root: tree.root().toString('base64'), roots, positions }
}
