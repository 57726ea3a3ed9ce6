/** Looks again and again, one look at a time. Stopped, it comes to its end with the look that is under way, as that does. */
export function lookEvery(ms: number, look: () => Promise<void>): { stop(): Promise<void> } {
  let looking: Promise<void> | null = null
  const timer = setInterval(() => {
    looking ??= look().finally(() => {
      looking = null
    })
    looking.catch(() => undefined)
  }, ms)
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
