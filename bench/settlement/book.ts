// A ledger with very many open bets on one fixture, written by bulk.
import { betPlaced, legOf, metaOf, opened, placeBet } from '#domain/testing/samples.ts'
import type { ScenarioStep } from '#projections/testing/scenario.ts'
import { LogWriter } from '#projections/testing/write-log.ts'
import { commandId } from '#services/commands/command-id.ts'
import type { EventStore } from '#services/event-store/port.ts'

const BETS_OF_AN_ACCOUNT = 10
const APPENDS_AT_ONCE = 64
const KICK_OFF = '2026-11-20T19:00:00.000Z'

const id = (name: string) => commandId('bench', name)
export const FINAL = id('final')

const accountsFor = (bets: number): number => Math.ceil(bets / BETS_OF_AN_ACCOUNT)

export async function writeBook(store: EventStore, bets: number): Promise<void> {
  const writer = new LogWriter(store)
  await writer.write(fixtureStep())
  let next = 0
  const accounts = accountsFor(bets)
  const write = async () => {
    while (next < accounts) {
      const account = next++
      await writer.write(accountStep(account, Math.min(BETS_OF_AN_ACCOUNT, bets - account * BETS_OF_AN_ACCOUNT)))
    }
  }
  await Promise.all(Array.from({ length: APPENDS_AT_ONCE }, write))
}

const meta = (actor: ScenarioStep['meta']['actor'], command: string) => {
  const at = '2026-11-20T18:00:00.000Z'
  return { ...metaOf({ actor, command: { id: id(command), hash: id(command) + id(command) }, at }), recordedAt: at }
}

function fixtureStep(): ScenarioStep {
  const teams = { league: 'soccer_epl', home: 'Home', away: 'Away' }
  const data = { source: 'house' as const, providerId: null, startsAt: KICK_OFF, ...teams }
  return {
    stream: `fixture-${FINAL}`,
    meta: meta({ id: 'feed', role: 'system' }, 'list'),
    events: [{ type: 'FixtureListed', schema: 1, data }],
  }
}

function accountStep(account: number, bets: number): ScenarioStep {
  const owner = id(`account ${account}`)
  const legs = [legOf({ fixture: FINAL })]
  const placed = Array.from({ length: bets }, (_, n) =>
    betPlaced(placeBet({ bet: id(`bet ${account} ${n}`), stakeCents: 100, legs })),
  )
  return {
    stream: `account-${owner}`,
    meta: meta({ id: owner, role: 'user' }, `place ${account}`),
    events: [opened(), { type: 'WelcomeGranted', schema: 1, data: { amountCents: 100_000 } }, ...placed],
  }
}
