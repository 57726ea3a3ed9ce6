// Times of the database as dates. To Postgres infinity is a time; to a Date it is none.
import pg from 'pg'

/** What a Date can say, from 1970 in either direction. */
export const FARTHEST_MS = 8.64e15

const { TIMESTAMPTZ } = pg.types.builtins

/** From now on an infinite time is the farthest date: compared and shown as any other that is wrong. */
export function readTimesAsDates(client: pg.Client): void {
  client.setTypeParser(TIMESTAMPTZ, timeIn)
}

function timeIn(text: string): Date {
  const time = pg.types.getTypeParser(TIMESTAMPTZ)(text) as unknown
  if (time instanceof Date && !Number.isNaN(time.getTime())) return time
  return new Date(text.startsWith('-') ? -FARTHEST_MS : FARTHEST_MS)
}
