// The measurements as lines for people, and the targets that were missed.
import type { Placed } from './bystander.ts'

export const TARGETS = { ratio: 3, memoryMb: 500, signInMs: 2_000 } as const

/** One load, and how the other bettor fared under it. */
export type Row = {
  readonly name: string
  readonly placed: Placed
  readonly load: string
  /** The api's memory when it ended. */
  readonly memoryMb: number
  /** Whether the target for the ratio applies. */
  readonly judged: boolean
}
export type SignIns = { readonly tried: number; readonly succeeded: number; readonly slowestMs: number }

export const ratio = (under: Placed, alone: Placed): number => under.p99Ms / alone.p99Ms

export function table(alone: Placed, rows: readonly Row[]): string {
  const line = (name: string, ...[p50, p99, times, memory, load]: string[]) =>
    `  ${name.padEnd(26)}${p50!.padStart(8)}${p99!.padStart(9)}${times!.padStart(10)}${memory!.padStart(8)}   ${load}`
  const of = ({ p50Ms, p99Ms }: Placed) => [p50Ms.toFixed(1), p99Ms.toFixed(1)] as const
  return [
    line("another's place-bet", 'p50 ms', 'p99 ms', 'of alone', 'api MB', ''),
    line('alone', ...of(alone), '', '', ''),
    ...rows.map(({ name, placed, memoryMb, load }) =>
      line(name, ...of(placed), `${ratio(placed, alone).toFixed(1)}x`, memoryMb.toFixed(0), load),
    ),
  ].join('\n')
}

/** A line for each missed target. */
export function misses(alone: Placed, rows: readonly Row[], peakMb: number, signIns: SignIns): string[] {
  const missed: string[] = []
  for (const { name, placed } of rows.filter(({ judged }) => judged)) {
    const times = ratio(placed, alone)
    if (!(times <= TARGETS.ratio)) missed.push(`${name}: p99 ${times.toFixed(1)}x, at most ${TARGETS.ratio}x`)
    if (placed.failed > 0) missed.push(`${name}: ${placed.failed} of the other's bets failed`)
  }
  if (peakMb >= TARGETS.memoryMb)
    missed.push(`the api's memory: ${Math.round(peakMb)} MB, below ${TARGETS.memoryMb} MB`)
  const { tried, succeeded, slowestMs } = signIns
  if (succeeded < tried) missed.push(`sign-in from a known address: ${succeeded} of ${tried} succeeded`)
  if (slowestMs > TARGETS.signInMs) {
    missed.push(
      `sign-in from a known address: ${(slowestMs / 1_000).toFixed(1)} s, at most ${TARGETS.signInMs / 1_000} s`,
    )
  }
  return missed
}
