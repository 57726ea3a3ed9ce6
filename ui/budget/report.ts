// Figures beside their budgets. Sizes and requests to other hosts are gates, because they are the same on every
// machine.

export type Line = {
  readonly name: string
  readonly value: number
  /** The maximum; with `least`, the minimum. */
  readonly limit: number
  readonly least?: boolean
  readonly unit: string
  readonly digits?: number
  /** Whether exceeding it is a failure. */
  readonly isGate?: boolean
}

const isOver = ({ value, limit, least }: Line): boolean => (least ? value < limit : value > limit)

/** Prints the lines; sets the exit code if a gate exceeds its budget. */
export function print(lines: readonly Line[]): void {
  for (const line of lines) {
    const { name, value, limit, least, unit, digits = 1, isGate } = line
    const verdict = isOver(line) ? (isGate ? 'TOO MUCH' : 'over') : 'ok'
    const figure = `${value.toFixed(digits)} of ${least ? 'at least' : 'at most'} ${limit} ${unit}`
    process.stdout.write(`${verdict.padEnd(8)} ${name.padEnd(46)} ${figure}\n`)
    if (isGate && isOver(line)) process.exitCode = 1
  }
}

/** The value that this share of the values does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('nothing was measured')
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)]!
}
