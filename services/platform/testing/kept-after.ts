// How much of what came and went is kept, while only young garbage is collected.
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const HELD = 50
const TURNED_OVER = 20_000

/** The total size of what came and went: a kilobyte each. */
export const BYTES_IN_ALL = TURNED_OVER * 800

/**
 * Bytes by which the heap has grown after 20,000 items have come and gone, of which 50 were held at a time. `remove` is
 * given what `add` returned.
 */
export async function keptAfter<Added>(
  add: (item: number[], at: number) => Added | Promise<Added>,
  remove: (added: Added) => void,
): Promise<number> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void
  const held: Added[] = []
  const turnOver = async (times: number) => {
    for (let at = 0; at < times; at++) {
      const item = Array.from({ length: 100 }, () => at)
      held.push(await add(item, at))
      if (held.length > HELD) remove(held.shift()!)
      if (at % 100 === 0) collect({ type: 'minor' })
    }
    collect({ type: 'minor' })
  }
  // long enough that what becomes old has become old
  await turnOver(1_000)
  collect()
  const before = getHeapStatistics().used_heap_size
  await turnOver(TURNED_OVER)
  return getHeapStatistics().used_heap_size - before
}
