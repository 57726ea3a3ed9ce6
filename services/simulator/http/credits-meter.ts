// Keys, their credits, and the rate of calls.
import { FeedError, outOfCredits, tooFrequent } from './feed-errors.ts'

/** The product's key for the simulator. Any 32 hexadecimal digits, as in a real key, are accepted too. */
export const SIMULATOR_KEY = 'simulator'
const KEY = /^[0-9a-f]{32}$/
const CREDITS_PER_MONTH = 1_000_000_000

export type MeterOptions = {
  /** Credits of a key per calendar month of system time. */
  readonly creditsPerMonth?: number
  /** Calls per second of system time before it replies 429; unlimited by default. */
  readonly callsPerSecond?: number
  readonly systemNow?: () => Date
}

type Used = { charge(credits: number): void; headers(cost: number): Record<string, string> }

/** The counts belong to this process; no price or score depends on them. */
export function createMeter(options: MeterOptions): { admit(key: unknown): Used } {
  const { creditsPerMonth = CREDITS_PER_MONTH, callsPerSecond, systemNow = () => new Date() } = options
  const used = new Map<string, number>()
  let second = 0
  let calls = 0

  function countCall(): void {
    if (callsPerSecond === undefined) return
    const now = Math.floor(systemNow().getTime() / 1_000)
    calls = now === second ? calls + 1 : 1
    second = now
    if (calls > callsPerSecond) throw tooFrequent()
  }

  return {
    admit(key) {
      if (typeof key !== 'string' || key === '') throw new FeedError(401, 'MISSING_KEY', 'API key is missing')
      if (key !== SIMULATOR_KEY && !KEY.test(key)) {
        throw new FeedError(401, 'INVALID_KEY', 'API key is not valid. Get an API key at https://the-odds-api.com')
      }
      countCall()
      const account = `${key}/${systemNow().toISOString().slice(0, 7)}`
      const before = used.get(account) ?? 0
      if (before >= creditsPerMonth) throw outOfCredits()
      return {
        // counted now, because another call may have been charged during a slow reply
        charge: (credits) => used.set(account, (used.get(account) ?? 0) + credits),
        headers: (cost) => ({
          'x-requests-remaining': String(creditsPerMonth - (used.get(account) ?? 0)),
          'x-requests-used': String(used.get(account) ?? 0),
          'x-requests-last': String(cost),
        }),
      }
    },
  }
}
