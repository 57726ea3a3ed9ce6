// Dates and times as shown: Europe/Paris, 24-hour.
const timeZone = 'Europe/Paris'

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const dayFormat = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', day: 'numeric', month: 'short' })
const dateFormat = new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short', year: 'numeric' })

/** '16:00' */
export function formatTime(instant: string | number): string {
  return timeFormat.format(new Date(instant))
}

/** 'Sat 21 Nov' */
export function formatDay(instant: string | number): string {
  return dayFormat.format(new Date(instant)).replace(',', '')
}

/** 'Sat 21 Nov 16:00' */
export function formatDayTime(instant: string | number): string {
  return `${formatDay(instant)} ${formatTime(instant)}`
}

/** '21 Nov 2026' */
export function formatDate(instant: string | number): string {
  return dateFormat.format(new Date(instant))
}
