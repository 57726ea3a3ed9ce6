const STEPS = [1, 2, 5, 10]
/** An axis never has fractions of a cent. */
const LEAST_STEP = 0.01

/**
 * Round amounts across a span that includes zero, among them zero; at most `parts` steps. For axes only: no money is
 * calculated with them.
 */
export function axisTicks(least: number, most: number, parts = 4): number[] {
  if (most <= least) return [0]
  const rough = (most - least) / parts
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(LEAST_STEP, (STEPS.find((one) => one * power >= rough) ?? 10) * power)
  const first = Math.ceil(least / step)
  return Array.from({ length: Math.floor(most / step) - first + 1 }, (_, place) => (first + place) * step)
}
