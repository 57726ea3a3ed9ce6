// The event by which an admin closes a business day of their own float.
import { z } from 'zod'
import { Cents, Day, StreamVersion } from '../values.ts'

/**
 * `day`: a business day. `through`: version, on this stream, of the last event that moved the float by the end of the
 * day, 0 if none had; later movements count for a later day.
 */
export const FloatDayClosed = z.strictObject({
  day: Day,
  openingCents: Cents,
  closingCents: Cents,
  through: StreamVersion,
})

export type FloatDayClosed = z.infer<typeof FloatDayClosed>

export const floatEvents = { FloatDayClosed: { 1: FloatDayClosed } } as const
