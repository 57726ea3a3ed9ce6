/** Looks repeatedly, one look at a time. `stop` waits for a look in progress, and rejects if that does. */
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
