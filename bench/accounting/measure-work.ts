// Measures the processor time of a subject and its load client while something runs.
import { lookEvery } from '../looks.ts'
import { processorMs } from '../processor-time.ts'
import type { Backends } from './backends.ts'
import type { Accounted } from './subjects.ts'
import { Tally, type Work } from './tally.ts'

/** What a backend works after the last look is lost if it ends before the next one. */
const LOOK_MS = 500

/**
 * `client`: the processes that make the load, this one by default. Milliseconds by part; null if the system does not
 * say.
 */
export async function measureWork<Done>(
  { owners, partOf }: Accounted,
  backends: Backends,
  run: () => Promise<Done>,
  clients: readonly number[] = [process.pid],
): Promise<{ done: Done; work: Work | null }> {
  if (processorMs([process.pid]) === null) return { done: await run(), work: null }
  const tally = new Tally()
  const look = async () => {
    const parts = new Map([...owners, ...clients.map((pid) => [pid, 'client'] as const)])
    for (const backend of await backends.list([...owners.keys()])) {
      const part = partOf(backend)
      if (part !== null) parts.set(backend.pid, part)
    }
    tally.look(parts, (pid) => processorMs([pid]) ?? 0)
  }
  await look()
  const looks = lookEvery(LOOK_MS, look)
  try {
    const done = await run()
    await looks.stop()
    await look()
    return { done, work: tally.byPart() }
  } finally {
    // even if the run fails, whose error is then the one thrown
    await looks.stop().catch(() => undefined)
  }
}
