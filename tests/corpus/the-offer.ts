// What the house offers: a league is hidden and shown again, games of the house get prices, bets are placed at them, the
// games of the day are saved. Commands with ids and times injected, as in script.ts.
import { createHash } from 'node:crypto'
import type { AccountCommand } from '#domain/account/commands.ts'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import type { CommandMeta } from '#domain/meta.ts'
import type { OfferCommand } from '#domain/offer/commands.ts'
import { OFFER } from '#domain/offer/events.ts'
import { commandId, hashCommand } from '#services/commands/command-id.ts'
import { createCommands } from '#services/commands/commands.ts'
import type { EventStore } from '#services/event-store/port.ts'
import { idOf } from './script.ts'

const BEGIN = Date.parse('2026-11-15T12:00:00.000Z')
const MINUTE = 60_000
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const at = (minute: number) => new Date(BEGIN + minute * MINUTE).toISOString()

type Who = 'setup' | 'sign-up' | { account: string; role: 'user' | 'admin' }

/** Carries the script out on an empty log that was started with `logId` and `at` of CORPUS_START. */
export async function changeTheOffer(store: EventStore): Promise<void> {
  let minute = 0
  let number = 0
  const commands = createCommands({ store, systemNow: () => new Date(at(minute)) })

  function metaOf(who: Who, command: object): CommandMeta {
    number += 1
    const actor =
      typeof who === 'string' ? { id: who, role: 'system' as const } : { id: idOf(who.account), role: who.role }
    const id = commandId(actor.id, `key ${number}`)
    return {
      actor,
      session: typeof who === 'string' ? null : sha256(`session of ${who.account}`),
      command: { id, hash: hashCommand(command) },
      correlation: id,
      causation: null,
      at: at(minute),
      reason: null,
    }
  }
  const must = (what: string, outcome: { accepted: true } | { accepted: false; refusal: { code: string } }) => {
    if (!outcome.accepted) throw new Error(`${what}: ${outcome.refusal.code}`)
  }
  const onAccount = async (account: string, who: Who, command: AccountCommand) =>
    must(command.type, await commands.accounts.execute(idOf(account), command, metaOf(who, command)))
  const onFixture = async (fixture: string, command: FixtureCommand) =>
    must(command.type, await commands.fixtures.execute(idOf(fixture), command, metaOf(ada, command)))
  const onOffer = async (command: OfferCommand) =>
    must(command.type, await commands.offer.execute(OFFER, command, metaOf(ada, command)))

  const ada = { account: 'ada', role: 'admin' } as const
  const bob = { account: 'bob', role: 'user' } as const
  const secrets = (name: string) => ({ username: sha256(`name ${name}`), password: sha256(`password ${name}`) })
  await onAccount('ada', 'setup', {
    type: 'CreateAdmin',
    role: 'admin',
    ...secrets('ada'),
    openedBy: 'setup',
    floatCents: 0,
  })
  await onAccount('bob', 'sign-up', {
    type: 'OpenAccount',
    role: 'user',
    ...secrets('bob'),
    openedBy: 'sign-up',
    ageAttested: true,
    welcomeGrantCents: 100_00,
    receive: null,
  })

  const game = (home: string, away: string, startsAt: string) =>
    ({ type: 'ListFixture', source: 'house', providerId: null, league: 'soccer_epl', home, away, startsAt }) as const
  minute = 1
  await onOffer({ type: 'SaveGamesOfTheDay', fixtures: [] })
  await onFixture('cup', game('Rovers', 'Wanderers', at(600)))
  await onFixture('derby', game('United', 'City', at(700)))
  await onFixture('cup', { type: 'SetHousePrice', home: '2.10', draw: '3.40', away: '3.60' })
  await onFixture('derby', { type: 'SetHousePrice', home: '1.80', away: '2.05' })
  await onOffer({ type: 'SaveGamesOfTheDay', fixtures: [idOf('derby'), idOf('cup')] })

  minute = 5
  const limits = { minStakeCents: 10, maxPayoutCents: 10_000_000_00, maxLegs: 20 }
  const picks = [
    { fixture: 'cup', fixtureVersion: 1, startsAt: at(600), name: 'Draw', selection: 'draw', odds: '3.40', price: 1 },
    { fixture: 'derby', fixtureVersion: 1, startsAt: at(700), name: 'City', selection: 'away', odds: '2.05', price: 1 },
  ] as const
  for (const [bet, legs] of [
    ['single', [picks[0]]],
    ['double', picks],
  ] as const) {
    await onAccount('bob', bob, {
      type: 'PlaceBet',
      bet: idOf(bet),
      stakeCents: 500,
      policy: 'within-10-percent',
      limits,
      legs: legs.map(({ name, odds, fixture, ...pick }) => {
        const leg = { fixture: idOf(fixture), market: 'h2h', selection: pick.selection, selectionName: name }
        const quote = {
          ...leg,
          fixtureVersion: pick.fixtureVersion,
          league: 'soccer_epl',
          startsAt: pick.startsAt,
          ...(fixture === 'cup' ? ({ drawOffered: true } as const) : {}),
          odds,
          bookmaker: 'house',
          quotedAt: at(1),
          fetchedAt: at(1),
          price: pick.price,
        }
        return { ...leg, seenOdds: odds, quote, closed: false }
      }),
    })
  }

  minute = 10
  await onFixture('cup', { type: 'SetHousePrice', home: '2.20', draw: '3.30', away: '3.40' })
  await onFixture('derby', { type: 'WithdrawHousePrice' })
  await onOffer({ type: 'SaveGamesOfTheDay', fixtures: [idOf('cup')] })
  await onOffer({ type: 'BlacklistLeague', league: 'soccer_epl' })
  await onOffer({ type: 'BlacklistLeague', league: 'basketball_nba' })
  minute = 20
  await onOffer({ type: 'UnblacklistLeague', league: 'soccer_epl' })
}
