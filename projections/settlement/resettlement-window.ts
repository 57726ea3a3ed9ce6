// Which settlements a correction still reaches, by their time.
import { RESETTLEMENT_WINDOW_MS } from '#domain/limits.ts'

const before = (at: string, ms: number): string => new Date(Date.parse(at) - ms).toISOString()

const FORGET_LATER_MS = 3_600_000

/** A correction at this time no longer reaches what was settled before the time returned. */
export const windowStart = (at: string): string => before(at, RESETTLEMENT_WINDOW_MS)

/**
 * What was settled before the time returned is forgotten. That is later than necessary, because times are not in order
 * across streams.
 */
export const forgetStart = (at: string): string => before(at, RESETTLEMENT_WINDOW_MS + FORGET_LATER_MS)
