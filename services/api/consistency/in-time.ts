/** What was found; null if that fails or takes longer. For what a read can do without. */
export function inTime<Found>(found: Promise<Found>, ms: number): Promise<Found | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, null)
    found
      .catch(() => null)
      .then((result) => {
        clearTimeout(timer)
        resolve(result)
      })
  })
}
