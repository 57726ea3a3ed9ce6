// What all aggregates have in common, whatever their events are.
import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accountAggregate } from './account/aggregate.ts'
import type { Aggregate } from './aggregate.ts'
import { backupAggregate } from './backup/aggregate.ts'
import type { CommandMemory } from './command-memory.ts'
import { deskAggregate } from './desk/aggregate.ts'
import { feedAggregate } from './feed/aggregate.ts'
import { fixtureAggregate } from './fixture/aggregate.ts'
import { logKeyAggregate } from './log-key/aggregate.ts'
import { offerAggregate } from './offer/aggregate.ts'
import { sessionAggregate } from './session/aggregate.ts'
import { at, commitment, id, metaOf, opened, received } from './testing/samples.ts'
import { treasuryAggregate } from './treasury/aggregate.ts'

type Any = Pick<Aggregate<CommandMemory, never, never>, 'initial' | 'evolve'>
type Event = { readonly type: string; readonly schema: number; readonly data: unknown }

const listed = { source: 'feed', providerId: 'x', league: 'soccer_epl', home: 'A', away: 'B', startsAt: at(0) }
const quotes = { league: 'soccer_epl', day: '2026-11-20', fetchedAt: at(0), size: 1, root: commitment('root') }
const draw = { draw: id('draw'), account: id('admin'), amountCents: 1, budgetCents: 2 }
const restored = { takenAt: at(0), events: 1, hash: commitment('hash'), root: '', by: id('super admin') }
const event = (type: string, data: unknown): Event => ({ type, schema: 1, data })

const AGGREGATES: Readonly<Record<string, readonly [Any, ...Event[]]>> = {
  account: [accountAggregate as never, opened(), received(500)],
  backup: [backupAggregate as never, event('BackupRestored', restored), event('BackupRestored', restored)],
  desk: [deskAggregate as never, event('BettingStopped', {}), event('BettingResumed', {})],
  feed: [feedAggregate as never, event('QuotesPublished', quotes), event('QuotesPublished', quotes)],
  fixture: [
    fixtureAggregate as never,
    event('FixtureListed', listed),
    event('FixtureMoved', { from: at(0), to: at(60) }),
  ],
  'log-key': [logKeyAggregate as never, event('LogKeyChanged', {}), event('LogKeyChanged', {})],
  offer: [
    offerAggregate as never,
    event('LeagueBlacklisted', { league: 'x' }),
    event('LeagueUnblacklisted', { league: 'x' }),
  ],
  session: [sessionAggregate as never, event('SignedIn', {}), event('SignedOut', {})],
  treasury: [treasuryAggregate as never, event('TreasuryDrawn', draw), event('TreasuryDrawn', draw)],
}
const all = Object.entries(AGGREGATES).map(([noun, [aggregate, ...events]]) => ({ noun, aggregate, events }))

test('all are listed here', () => {
  const nouns = globSync('*/aggregate.ts', { cwd: import.meta.dirname }).map((file) => file.split('/')[0])
  expect(Object.keys(AGGREGATES)).toEqual(nouns.toSorted())
})

test.each(all)('$noun: remembers its commands, so that none is carried out twice', ({ aggregate, events }) => {
  const state = aggregate.initial(id('one'))
  const commands = events.map((_, version) => ({ id: id(`${version}`), hash: commitment(`${version}`) }))
  for (const [version, one] of events.entries()) {
    aggregate.evolve(state, { ...one, version, meta: metaOf({ command: commands[version]! }) } as never)
  }
  const remembered = [...state.commands].map(([id, { hash, version, count }]) => ({ id, hash, version, count }))
  expect(remembered).toEqual(commands.map((command, version) => ({ ...command, version, count: 1 })))
})

test.each(all)('$noun: folds only its own events', ({ aggregate }) => {
  const unknown = { ...event('SomethingElse', {}), version: 0, meta: metaOf() } as never
  expect(() => aggregate.evolve(aggregate.initial(id('one')), unknown)).toThrow(/unknown event/)
})
