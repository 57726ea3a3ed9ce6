// Ends streams with their session. Sessions are looked up at every heartbeat, and whenever some may have ended.
import type { Session } from '#services/accounts/sessions/session.ts'
import type { Sessions } from '#services/accounts/sessions/sessions.ts'
import type { StreamClient } from './client.ts'

/** Updates the sessions of these clients, and calls `end` for those whose session is over. */
export async function checkSessions(
  clients: Iterable<StreamClient>,
  sessions: Pick<Sessions, 'find'>,
  end: (client: StreamClient) => void,
): Promise<void> {
  const byToken = Map.groupBy(
    [...clients].filter((client) => client.token !== null),
    (client) => client.token!,
  )
  // all at once: they are looked up together, and no stream waits for another's lookup
  await Promise.all([...byToken].map(([token, own]) => checkSession(token, own)))

  async function checkSession(token: string, own: readonly StreamClient[]): Promise<void> {
    const session: Session | null | undefined = await sessions.find(token).catch(() => undefined)
    // the database is unreachable: checked again at the next heartbeat
    if (session === undefined) return
    for (const client of own) {
      if (session === null) end(client)
      else client.session = session
    }
  }
}
