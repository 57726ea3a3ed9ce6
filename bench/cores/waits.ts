// Samples what the backends that write bets are waiting for.
import pg from 'pg'
import { lookEvery } from '../looks.ts'

const LOOK_MS = 25

export type Waits = { readonly waits: Readonly<Record<string, number>>; readonly looks: number }

/** `application`: pattern for those backends. Each look is at one backend that takes part. */
export async function watchWaits(url: string, application: string): Promise<() => Promise<Waits>> {
  const client = new pg.Client({ connectionString: url, application_name: 'fairbook bench waits' })
  await client.connect()
  const waits: Record<string, number> = {}
  let looks = 0
  const look = async () => {
    const { rows } = await client.query<{ wait: string | null }>({
      name: 'waits',
      text: `select wait_event_type || ':' || wait_event as wait from pg_stat_activity
        where application_name like $1 and (state = 'active' or wait_event_type = 'Client' and state_change > now() - interval '1 s')`,
      values: [application],
    })
    for (const { wait } of rows) {
      looks += 1
      if (wait !== null) waits[wait] = (waits[wait] ?? 0) + 1
    }
  }
  const watched = lookEvery(LOOK_MS, look)
  return async () => {
    await watched.stop().catch(() => undefined)
    await client.end()
    return { waits, looks }
  }
}
