const STEPS = [1, 2, 5, 10]
const MOST = 4
/** No axis has parts of a cent. */
const LEAST_STEP = 0.01

/** Round amounts across a span that has zero in it, zero among them. For an axis only: no money is reckoned with. */
export function axisTicks(least: number, most: number): number[] {
  if (most <= least) return [0]
  const rough = (most - least) / MOST
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(LEAST_STEP, (STEPS.find((one) => one * power >= rough) ?? 10) * power)
  const first = Math.ceil(least / step)
  return Array.from({ length: Math.floor(most / step) - first + 1 }, (_, place) => (first + place) * step)
}
