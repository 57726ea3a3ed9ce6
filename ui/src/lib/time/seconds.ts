// Times to the second, as the back office compares them; in the same zone as format.ts.

import { readDisplaySettings, type ZoneChoice } from '../display-settings.ts'
import { formatDay, timeZoneName } from './format.ts'

const formats = new Map<ZoneChoice, Intl.DateTimeFormat>()

/** '16:00:05' */
export function formatSeconds(instant: string | number): string {
  const { zone } = readDisplaySettings()
  const known = formats.get(zone)
  const format =
    known ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: timeZoneName(zone),
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    })
  if (known === undefined) formats.set(zone, format)
  return format.format(new Date(instant))
}

/** 'Sat 21 Nov 16:00:05' */
export const formatDaySeconds = (instant: string | number): string => `${formatDay(instant)} ${formatSeconds(instant)}`
