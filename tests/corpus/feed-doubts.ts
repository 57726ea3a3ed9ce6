// Doubts of the feed that admins decide: suspended prices are released, again after an hour, and listings that may be one game
// are kept apart, where another pair was joined. Commands with ids and times injected, as in script.ts.
import { createHash } from 'node:crypto'
import type { AccountCommand } from '#domain/account/commands.ts'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'

const BEGIN = Date.parse('2026-11-23T12:00:00.000Z')
const MINUTE = 60_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const at = (minute: number) => new Date(BEGIN + minute * MINUTE).toISOString()

type Who = 'setup' | 'feed' | { account: string; role: 'admin' | 'super-admin' }

/** Carries the script out on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function settleFeedDoubts(store: EventStore): Promise<void> {
  let minute = 0
  let number = 0
  const { accounts, fixtures } = createCommands({ store, systemNow: () => new Date(at(minute)) })

  function metaOf(who: Who, command: object): CommandMeta {
    number += 1
    const isPart = typeof who === 'string'
    const actor = isPart ? { id: who, role: 'system' as const } : { id: idOf(who.account), role: who.role }
    const id = commandId(actor.id, `key ${number}`)
    return {
      actor,
      session: isPart ? null : sha256(`session of ${who.account}`),
      command: { id, hash: hashCommand(command) },
      correlation: id,
      causation: null,
      at: at(minute),
      reason: isPart ? null : { code: 'by-admin', text: sha256(`reason ${number}`) },
    }
  }
  const must = (what: string, outcome: { accepted: true } | { accepted: false; refusal: { code: string } }) => {
    if (!outcome.accepted) throw new Error(`${what}: ${outcome.refusal.code}`)
  }
  const onAccount = async (account: string, who: Who, command: AccountCommand) =>
    must(command.type, await accounts.execute(idOf(account), command, metaOf(who, command)))
  const onFixture = async (fixture: string, who: Who, command: FixtureCommand) =>
    must(command.type, await fixtures.execute(idOf(fixture), command, metaOf(who, command)))

  const root = { account: 'root', role: 'super-admin' } as const
  const ada = { account: 'ada', role: 'admin' } as const
  for (const { account, role } of [root, ada]) {
    const secrets = { username: sha256(`name ${account}`), password: sha256(`password ${account}`) }
    await onAccount(account, 'setup', { type: 'CreateAdmin', role, ...secrets, openedBy: 'setup', floatCents: 0 })
  }
  for (const [day, fixture] of ['opener', 'second game', 'third game', 'copy'].entries()) {
    const teams = { league: 'baseball_kbo', home: 'Harbour Town', away: 'Hill City', startsAt: at(600 + day * 1_440) }
    const listing = { source: 'feed', providerId: `listed as ${fixture}`, ...teams } as const
    await onFixture(fixture, 'feed', { type: 'ListFixture', ...listing })
  }

  minute = 10
  const since = at(5)
  const move = { selection: 'home', from: '1.05', to: '30.00' }
  const extreme = { type: 'ReleaseMarket', market: 'h2h', why: 'extreme-move', since, move } as const
  await onFixture('opener', ada, extreme)
  minute = 20
  // no news
  await onFixture('opener', root, extreme)
  await onFixture('opener', root, { type: 'ReleaseMarket', market: 'totals', why: 'implausible', since })
  await onFixture('opener', ada, { type: 'VoidFixture', market: 'spreads' })
  minute = 70
  await onFixture('opener', ada, { ...extreme, move: { ...move, point: '-1.5' } })

  await onFixture('opener', ada, { type: 'KeepFixturesApart', newer: idOf('second game'), why: 'may-meet-again' })
  await onFixture('copy', ada, { type: 'AbandonFixture', why: 'duplicate', closedAt: at(minute) })
  await onFixture('opener', ada, { type: 'LinkProviderId', providerId: 'listed as copy' })
  await onFixture('opener', root, { type: 'KeepFixturesApart', newer: idOf('third game'), why: 'several-fit' })
}
