// A stage on the real log, its read models and the real settler.
import type { AccountCommand } from '#domain/account/commands.ts'
import type { ListFixture } from '#domain/fixture/commands.ts'
import { startProjector } from '#projections/runner/projector.ts'
import { decidedWithOpenBets } from '#projections/settlement/queries.ts'
import { createCommands } from '#services/commands/commands.ts'
import { PostgresLog } from '#services/event-store/postgres/log.ts'
import { publishOn, sealed } from '#services/odds/testing/published-quotes.ts'
import { ToldMessages } from '#services/odds/testing/told-messages.ts'
import { openPool } from '#services/platform/database/pool.ts'
import { openQueries } from '#services/platform/database/queries.ts'
import { settleFixture } from '#services/workers/settlement/settle-fixture.ts'
import { insertIdentity } from '#tests/identities.ts'
import { folded } from '../house/folded.ts'
import { BETTOR, IDENTITIES } from './commands.ts'
import type { Stage } from './replay.ts'

export async function onPostgres(url: string): Promise<Stage & { close(): Promise<void> }> {
  const store = await PostgresLog.open({ url })
  const pool = openPool(url)
  for (const identity of IDENTITIES) await insertIdentity(pool, identity)
  const queries = await openQueries(url)
  const projector = startProjector({ store, url })
  const { accounts, fixtures, feeds } = createCommands({ store })
  const told = new ToldMessages()
  const games = new Map<string, ListFixture>()
  const published = async (command: AccountCommand): Promise<AccountCommand> => {
    if (command.type !== 'PlaceBet') return command
    const quotes = command.legs.map(({ quote }) => told.quote(quote!, games.get(quote!.fixture)!))
    await told.store(pool)
    const withSeals = await sealed(quotes, quotes[0]!.fetchedAt, publishOn(feeds))
    return { ...command, legs: command.legs.map((leg, index) => ({ ...leg, quote: withSeals[index]! })) }
  }
  const accepted = (outcome: { accepted: true } | { accepted: false; refusal: { code: string } }, what: string) => {
    if (!outcome.accepted) throw new Error(`${what}: ${outcome.refusal.code}`)
  }
  return {
    async onAccount(id, command, meta) {
      accepted(await accounts.execute(id, await published(command), meta), command.type)
    },
    async onFixture(id, command, meta) {
      if (command.type === 'ListFixture') games.set(id, command)
      accepted(await fixtures.execute(id, command, meta), command.type)
    },
    async settle(among, day) {
      await folded(pool, store)
      const businessNow = () => new Date(`${day}T23:30:00.000Z`)
      for (const { fixture } of await decidedWithOpenBets(queries, among)) {
        const { refused } = await settleFixture(fixture, { queries, accounts, fixtures, businessNow })
        if (Object.keys(refused).length > 0) throw new Error(JSON.stringify(refused))
      }
      await folded(pool, store)
    },
    walletCents: async () => {
      const { rows } = await pool.query<{ wallet: string }>(
        'select wallet_cents as wallet from app.account where account_id = $1',
        [BETTOR],
      )
      return Number(rows[0]!.wallet)
    },
    open: async () => (await accounts.read(BETTOR)).bets.size,
    async close() {
      await projector.stop()
      await queries.end()
      await pool.end()
      await store.close()
    },
  }
}
