// What an admin closes of the own float: a business day that has ended.
import { z } from 'zod'
import { Cents, Day, StreamVersion } from '../values.ts'

/**
 * `day`: of the business time zone. `through`: version on this stream of the last event that moved the float by its end, 0
 * where none had: what follows counts for a later day.
 */
export const FloatDayClosed = z.strictObject({
  day: Day,
  openingCents: Cents,
  closingCents: Cents,
  through: StreamVersion,
})

export type FloatDayClosed = z.infer<typeof FloatDayClosed>

export const floatEvents = { FloatDayClosed: { 1: FloatDayClosed } } as const
