// The price history of an outcome as a step line: a price holds until the next recorded one.
import type { PriceHistory } from '#services/contract/contract.ts'

type Recorded = PriceHistory['prices'][number]
/** In thousandths of the chart's width and height, from the top left. */
type Corner = { x: number; y: number }
export type PriceSteps = {
  /** Each one is unbroken; in between there was no price. */
  lines: Corner[][]
  low: string
  high: string
  from: string
}

const SIZE = 1_000
/** Free space above and below, so that no line runs along the edge. */
const MARGIN = 60

/** Null if no price was recorded. `until`: the right edge, in milliseconds. */
export function priceSteps(prices: readonly Recorded[], until: number): PriceSteps | null {
  const odds = prices.flatMap((price) => (price.odds === null ? [] : [price.odds]))
  const [first] = prices
  if (first === undefined || odds.length === 0) return null
  const sorted = odds.toSorted((a, b) => Number(a) - Number(b))
  const low = sorted[0] ?? ''
  const high = sorted.at(-1) ?? ''
  const start = Date.parse(first.at)
  const length = Math.max(1, until - start)
  const range = Number(high) - Number(low)
  const x = (at: number) => Math.round((SIZE * Math.min(length, Math.max(0, at - start))) / length)
  const y = (price: string) =>
    range === 0 ? SIZE / 2 : Math.round(SIZE - MARGIN - ((SIZE - 2 * MARGIN) * (Number(price) - Number(low))) / range)
  const lines: Corner[][] = []
  let line: Corner[] | null = null
  for (const [at, { odds: price, at: since }] of prices.entries()) {
    const next = prices[at + 1]
    if (price === null) {
      line = null
      continue
    }
    if (line === null) {
      line = []
      lines.push(line)
    }
    line.push({ x: x(Date.parse(since)), y: y(price) })
    line.push({ x: x(next === undefined ? until : Date.parse(next.at)), y: y(price) })
  }
  return { lines, low, high, from: first.at }
}
