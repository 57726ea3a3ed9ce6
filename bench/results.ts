// The results of a benchmark: rows for programs, and a table with ratios for people.
import { cpus, totalmem } from 'node:os'
import type { Work } from './accounting/tally.ts'
import { parts } from './place-bet/table.ts'

export type Row = {
  readonly what:
    | 'place-bet'
    | 'bet-bytes'
    | 'lag'
    | 'odds'
    | 'read'
    | 'settle'
    | 'settle-seconds'
    | 'settle-memory'
    | 'rebuild'
    | 'verify'
  readonly subject:
    | 'fairbook'
    | 'equal-work'
    | 'transaction'
    | 'statement'
    | 'raw-client'
    | 'cursor'
    | 'echo'
    | 'simulator'
    | 'bare-log'
    | 'idle'
    | 'first-tenth'
    | 'unsealed'
    | 'version-1'
  /** 0 if no client is involved. */
  readonly clients: number
  readonly value: number
  readonly unit: string
  readonly p99Ms: number | null
  /** What was read. */
  readonly read?: string
  /** The disk on which bets were placed: normal, or with slow fsyncs. */
  readonly disk?: 'normal' | 'slow'
  /** What each part worked per bet or request, in microseconds. */
  readonly partUs?: Work | null
}

const rounded = (value: number) => (value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(1))
const ratio = (over: number, under: number | undefined) => (under ? `${(over / under).toFixed(2)}x` : '-')

export function machine(): string {
  const [first] = cpus()
  const memory = Math.round(totalmem() / 2 ** 30)
  return `${cpus().length} x ${first?.model.trim()}, ${memory} GiB, Node ${process.versions.node}, ${process.platform}`
}

export function table(rows: readonly Row[]): string {
  const lines: string[] = []
  const of = (what: Row['what'], subject: Row['subject'], clients: number) =>
    rows.find((row) => row.what === what && row.subject === subject && row.clients === clients)

  for (const bare of rows.filter(({ subject }) => subject === 'raw-client')) {
    const own = of('place-bet', 'fairbook', bare.clients)
    lines.push(
      `Bare client of the event store, ${bare.clients} clients: ${rounded(bare.value)}/s, p99 ${rounded(bare.p99Ms ?? 0)} ms; ` +
        `fairbook ${ratio(own?.value ?? 0, bare.value)} of it`,
    )
  }
  const [stored, unsealed, first] = (['fairbook', 'unsealed', 'version-1'] as const).map((subject) =>
    of('bet-bytes', subject, 0),
  )
  if (stored && unsealed && first)
    lines.push(
      `A single in the log: ${rounded(stored.value)} bytes, ${rounded(stored.value - unsealed.value)} of them its seal; ` +
        `in version 1 ${rounded(first.value)}, without a seal`,
    )
  const lag = of('lag', 'fairbook', 16)
  if (lag) lines.push(`Projection lag at 500 bets/s: p50 ${rounded(lag.value)} ms, p99 ${rounded(lag.p99Ms ?? 0)} ms`)
  const odds = of('odds', 'simulator', 1)
  if (odds)
    lines.push(`Odds of a league from the simulator: p50 ${rounded(odds.value)} ms, p99 ${rounded(odds.p99Ms ?? 0)} ms`)
  const [settled, bare, peak, early, idle] = [
    of('settle', 'fairbook', 0),
    of('settle', 'bare-log', 0),
    of('settle-memory', 'fairbook', 0),
    of('settle-memory', 'first-tenth', 0),
    of('settle-memory', 'idle', 0),
  ]
  if (settled)
    lines.push(
      `Settlement of one fixture: ${rounded(settled.value)} bets/s, ${ratio(settled.value, bare?.value)} of the bare log's appends ` +
        `(${rounded(bare?.value ?? 0)}/s); the settler takes ${rounded(peak?.value ?? 0)} MB at most, ` +
        `${ratio(peak?.value ?? 0, early?.value)} of what the first tenth of the bets took (${rounded(idle?.value ?? 0)} MB before)`,
      `    in ${rounded(of('settle-seconds', 'fairbook', 0)?.value ?? 0)} s; for each bet ${parts(settled.partUs ?? null)}`,
    )
  const cursor = of('verify', 'cursor', 0)
  if (settled && cursor)
    lines.push(`    a bet settled takes as long as a cursor takes for ${rounded(cursor.value / settled.value)} events`)
  for (const what of ['verify', 'rebuild'] as const) {
    const own = of(what, 'fairbook', 0)
    if (own)
      lines.push(
        `${what}: ${rounded(own.value)} events/s, ${ratio(own.value, cursor?.value)} of a cursor (${rounded(cursor?.value ?? 0)}/s)`,
      )
  }
  return lines.join('\n')
}
