// How long it takes to read a whole log: by a plain cursor, by `ledger verify`, and by a rebuild of the read models.
import { NODE } from '#tests/product.ts'
import { run } from './audit/measure.ts'
import { median } from './load.ts'

const READERS = {
  cursor: ['bench/cursor.ts'],
  verify: ['services/auditor/main.ts', 'verify'],
  rebuild: ['services/projector/rebuild-main.ts'],
} as const
type Reader = keyof typeof READERS

/** Medians of `rounds` in which all take turns. `env`: of the product. Throws if one of them fails. */
export async function secondsOverLog(env: NodeJS.ProcessEnv, rounds: number): Promise<Record<Reader, number>> {
  const seconds: Record<Reader, number[]> = { cursor: [], verify: [], rebuild: [] }
  for (let round = 0; round < rounds; round++) {
    for (const reader of Object.keys(READERS) as Reader[]) seconds[reader].push(await timed(READERS[reader], env))
  }
  return { cursor: median(seconds.cursor), verify: median(seconds.verify), rebuild: median(seconds.rebuild) }
}

/** Seconds. */
async function timed(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const { seconds, code, out } = await run(NODE, args, env)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${out.slice(0, 3_000)}`)
  return seconds
}
