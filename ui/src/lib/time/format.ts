// Dates and times as shown, 24-hour: in Europe/Paris, or in the browser's time zone if the visitor chose that.
import { type DisplaySettings, readDisplaySettings, type ZoneChoice } from '../display-settings.ts'
import { PARIS } from './product-day.ts'

/** The name of the zone that times are shown in: 'Europe/Paris'. */
export function timeZoneName(zone: ZoneChoice = readDisplaySettings().zone): string {
  return zone === 'paris' ? PARIS : (new Intl.DateTimeFormat().resolvedOptions().timeZone ?? PARIS)
}

type Formats = {
  readonly time: Intl.DateTimeFormat
  readonly day: Intl.DateTimeFormat
  readonly date: Intl.DateTimeFormat
}
const formatsOf = new WeakMap<DisplaySettings, Formats>()

/** Created once for each choice of settings: creating a format costs more than a hundred uses of it. */
function formats(): Formats {
  const settings = readDisplaySettings()
  const known = formatsOf.get(settings)
  if (known !== undefined) return known
  const timeZone = timeZoneName(settings.zone)
  const made = {
    time: new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    day: new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short', day: 'numeric', month: 'short' }),
    date: new Intl.DateTimeFormat('en-GB', { timeZone, day: 'numeric', month: 'short', year: 'numeric' }),
  }
  formatsOf.set(settings, made)
  return made
}

/** '16:00' */
export function formatTime(instant: string | number): string {
  return formats().time.format(new Date(instant))
}

/** 'Sat 21 Nov' */
export function formatDay(instant: string | number): string {
  return formats().day.format(new Date(instant)).replace(',', '')
}

/** 'Sat 21 Nov 16:00' */
export function formatDayTime(instant: string | number): string {
  return `${formatDay(instant)} ${formatTime(instant)}`
}

/** '21 Nov 2026' */
export function formatDate(instant: string | number): string {
  return formats().date.format(new Date(instant))
}
