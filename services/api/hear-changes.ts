// What an api does when it hears of a change: by the projector, in a session, about a person, of what betting is
// stopped on.
import type { FreshReads } from '#projections/freshness/fresh-reads.ts'
import { announcementIn, isOfTrailing, PROJECTED } from '#projections/runner/announcement.ts'
import { PEOPLE_CHANNEL } from '#services/accounts/person-changes.ts'
import { evictWithoutStanding } from '#services/accounts/sessions/lost-standing.ts'
import { SESSIONS_CHANNEL } from '#services/accounts/sessions/session-ends.ts'
import { LogIdentityMismatch } from '#services/event-store/port.ts'
import type { Notifications } from '#services/platform/database/listen.ts'
import { APIS_CHANNEL, type Peers } from './consistency/peers.ts'
import { STOP_CHANNEL } from './desk/stop-barrier.ts'
import type { Services } from './services.ts'

type Hearing = Pick<Services, 'board' | 'hub' | 'reads' | 'rules' | 'sessions' | 'stops'> & {
  readonly fresh: Pick<FreshReads, 'onProjected'>
  readonly notifications: Pick<Notifications, 'on'>
  readonly peers: Pick<Peers, 'onNotification'>
  readonly log: (error: unknown) => void
}

/** Resolves once it listens. Returns a function that ends it. */
export async function hearChanges(hearing: Hearing): Promise<() => void> {
  const { board, hub, sessions, stops, reads, fresh, notifications, peers } = hearing
  const stopFolded = fresh.onProjected(hearOfFolded(hearing))
  // games of a hidden league disappear, and nothing else would tell the browsers
  const stopOffer = board.onOffer(() => hub.missed())
  const heard: Record<string, (payload: string) => void> = {
    [PEOPLE_CHANNEL](payload) {
      reads.personChanged(payload)
      hub.personChanged(payload)
    },
    [STOP_CHANNEL]: stops.onNotification,
    // here, because sessions are trusted on the strength of this connection
    [PROJECTED]: (payload) => evictWithoutStanding(announcementIn(payload), sessions),
    [APIS_CHANNEL]: peers.onNotification,
    [SESSIONS_CHANNEL]: sessions.onNotification,
  }
  const stopListening = await notifications.on(Object.keys(heard), {
    onMessage: (channel, payload) => heard[channel]?.(payload),
    onConnect() {
      sessions.onNotification(null)
      peers.onNotification(null)
      reads.projected(null)
      hub.missed()
    },
  })
  return () => {
    stopListening()
    stopOffer()
    stopFolded()
  }
}

function hearOfFolded({ hub, reads, rules, log }: Hearing): Parameters<FreshReads['onProjected']>[0] {
  // another log ends the process, with a line of its own
  const report = (error: unknown) => error instanceof LogIdentityMismatch || log(error)
  return (announcement) => {
    // readers of trailing read models wait for them; the back office also shows some of their data as it arrives
    if (announcement !== null && isOfTrailing(announcement)) return hub.trailed(announcement)
    reads.projected(announcement)
    if (announcement === null || 'all' in announcement || announcement.offer) void rules.now().catch(report)
    if (announcement === null) hub.missed()
    else hub.projected(announcement)
  }
}
