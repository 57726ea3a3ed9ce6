// Times within sentences.
import { BUSINESS_TIME_ZONE } from '#domain/limits.ts'

const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: BUSINESS_TIME_ZONE,
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
})

/** '21 Nov 2026, 22:09 CET'. Other times of a line are in UTC in files, and in the reader's time zone on screens. */
export const timeText = (instant: string): string => format.format(new Date(instant))
