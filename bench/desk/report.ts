// What the benchmark of the back office prints.
import type { Measured } from './measure.ts'

const cell = (value: string | number, width: number) => String(value).padStart(width)

export function report(rows: readonly Measured[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length))
  const titles = [
    cell('first ms', 8),
    cell('p50 ms', 8),
    cell('p95 ms', 8),
    cell('busy p95', 8),
    cell('ratio', 7),
    cell('scanned', 8),
  ]
  const head = ['list'.padEnd(width), ...titles].join(' ')
  const lines = rows.map(({ name, firstMs, p50Ms, p95Ms, busyP95Ms, ratio, scanned }) =>
    [
      name.padEnd(width),
      cell(firstMs.toFixed(1), 8),
      cell(p50Ms.toFixed(1), 8),
      cell(p95Ms.toFixed(1), 8),
      cell(busyP95Ms?.toFixed(1) ?? '-', 8),
      cell(ratio.toFixed(1), 7),
      cell(scanned, 8),
    ].join(' '),
  )
  return [head, ...lines].join('\n')
}

/** Too slow at the server, or read without an index. */
const P95_MAX_MS = 200
export const failing = (rows: readonly Measured[]): string[] =>
  rows.filter(({ p95Ms }) => p95Ms > P95_MAX_MS).map(({ name, p95Ms }) => `${name}: p95 ${p95Ms.toFixed(0)} ms`)
