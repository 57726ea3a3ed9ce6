// The reads as lines for people.
import { parts, sideUs } from '../place-bet/table.ts'
import type { ReadResult } from './reads.ts'

export function readTable(results: readonly ReadResult[]): string {
  const lines = results.flatMap(({ name, bytes, own, echo }) => {
    const ratio = (over: number, under: number) => `${(over / under).toFixed(2)}x`
    const work =
      own.partUs === null || echo.partUs === null
        ? ''
        : `, processor time ${ratio(sideUs(own.partUs), sideUs(echo.partUs))}`
    return [
      `    ${name.padEnd(12)}${Math.round(own.run.perSecond).toLocaleString('en').padStart(8)}/s, ` +
        `p99 ${own.run.p99Ms.toFixed(1).padStart(6)} ms   ${parts(own.partUs)}`,
      `      of a server that only replies with as many bytes (${bytes.toLocaleString('en')}): ` +
        `${ratio(own.run.perSecond, echo.run.perSecond)} per second, p99 ${ratio(own.run.p99Ms, echo.run.p99Ms)}${work}`,
    ]
  })
  return ['Reads through HTTP (64 clients; microseconds of a processor for a request, by part)', ...lines].join('\n')
}
