import { formatDate, formatTime } from '#ui/lib/time/format.ts'

/** When a break ends: '21 Nov 2026 16:00'. Null: never. */
export const breakEnd = (until: string | null): string | null =>
  until === null ? null : `${formatDate(until)} ${formatTime(until)}`
