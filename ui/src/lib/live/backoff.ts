const FIRST_MS = 1_000
const MAX_MS = 30_000

/** Between half and all of 1, 2, 4 … 30 seconds: the jitter keeps browsers from reconnecting all at once. */
export function backoffMs(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(MAX_MS, FIRST_MS * 2 ** failures)
  return ceiling / 2 + (ceiling / 2) * random()
}
