// Fair chances with a bookmaker's margin.

export function normalised(values: readonly number[]): number[] {
  const sum = values.reduce((total, value) => total + value, 0)
  return values.map((value) => value / sum)
}

/**
 * Shares that sum to 1 + margin: each chance to the same power, so that a near certainty stays below 1 and outsiders
 * carry more of the margin, as with real bookmakers. The power is found by Newton's method.
 */
export function withMargin(chances: readonly number[], margin: number): number[] {
  const logs = chances.map((value) => Math.log(Math.max(value, 1e-6)))
  // starting from 0, the sum decreases towards its target without overshooting
  let power = 0
  for (let round = 0; round < 50; round++) {
    let sum = 0
    let slope = 0
    for (const log of logs) {
      const share = Math.exp(power * log)
      sum += share
      slope += share * log
    }
    const step = (sum - 1 - margin) / slope
    power -= step
    if (Math.abs(step) < 1e-9) break
  }
  return logs.map((log) => Math.exp(power * log))
}
