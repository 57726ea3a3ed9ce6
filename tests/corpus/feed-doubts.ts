// Doubts of the feed that admins decide: suspended prices are released, again after an hour, and listings that may be
// one game are kept apart, while another pair is joined. Commands with ids and times injected, as in script.ts.
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'
import { byAdmin, scripted, secrets, sha256 } from './scripted.ts'

/** Plays the script on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function settleFeedDoubts(store: EventStore): Promise<void> {
  const reason = (number: number) => byAdmin(sha256(`reason ${number}`))
  const script = scripted(store, { begin: '2026-11-23T12:00:00.000Z', reason })
  const { at, onAccount, onFixture } = script

  const root = { account: 'root', role: 'super-admin' } as const
  const ada = { account: 'ada', role: 'admin' } as const
  for (const { account, role } of [root, ada]) {
    await onAccount(account, 'setup', {
      type: 'CreateAdmin',
      role,
      ...secrets(account),
      openedBy: 'setup',
      floatCents: 0,
    })
  }
  for (const [day, fixture] of ['opener', 'second game', 'third game', 'copy'].entries()) {
    const teams = { league: 'baseball_kbo', home: 'Harbour Town', away: 'Hill City', startsAt: at(600 + day * 1_440) }
    const listing = { source: 'feed', providerId: `listed as ${fixture}`, ...teams } as const
    await onFixture(fixture, 'feed', { type: 'ListFixture', ...listing })
  }

  script.now = 10
  const since = at(5)
  const move = { selection: 'home', from: '1.05', to: '30.00' }
  const extreme = { type: 'ReleaseMarket', market: 'h2h', why: 'extreme-move', since, move } as const
  await onFixture('opener', ada, extreme)
  script.now = 20
  // records nothing new
  await onFixture('opener', root, extreme)
  await onFixture('opener', root, { type: 'ReleaseMarket', market: 'totals', why: 'implausible', since })
  await onFixture('opener', ada, { type: 'VoidFixture', market: 'spreads' })
  script.now = 70
  await onFixture('opener', ada, { ...extreme, move: { ...move, point: '-1.5' } })

  await onFixture('opener', ada, { type: 'KeepFixturesApart', newer: idOf('second game'), why: 'may-meet-again' })
  await onFixture('copy', ada, { type: 'AbandonFixture', why: 'duplicate', closedAt: at(script.now) })
  await onFixture('opener', ada, { type: 'LinkProviderId', providerId: 'listed as copy' })
  await onFixture('opener', root, { type: 'KeepFixturesApart', newer: idOf('third game'), why: 'several-fit' })
}
