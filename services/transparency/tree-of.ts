// Computes the tree of a log in a store, and where in the store its tiles begin.
import type { Position, StoredEvent } from '#services/event-store/port.ts'
import { leafHash } from '#services/merkle/hashes.ts'
import { GrowingTree, TILE_WIDTH } from '#services/merkle/tiles.ts'

export type LogTree = {
  readonly size: number
  /** Base64. */
  readonly root: string
  /** Roots at the requested sizes, as far as the log goes. */
  readonly roots: ReadonlyMap<number, string>
  /**
   * By number of events: positions of the events before the first of each tile, and of the last event of each requested
   * size.
   */
  readonly positions: ReadonlyMap<number, Position>
}

/** `log`: all of it. `sizes`: those at which a root is requested. */
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
    // full tiles are not needed here
    tree.takeChanged()
  }
  return { size: tree.size, root: tree.root().toString('base64'), roots, positions }
}
