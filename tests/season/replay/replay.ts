// Replays a season round by round, on any stage that executes commands.
import type { AccountCommand } from '#domain/account/commands.ts'
import type { FixtureCommand } from '#domain/fixture/commands.ts'
import type { CommandMeta } from '#domain/meta.ts'
import {
  BETTOR,
  BOSS,
  createBoss,
  endingsOf,
  FEED,
  idOf,
  listingOf,
  metaOf,
  OPENING_CENTS,
  openBettor,
  PLAYER,
  placing,
  SETUP,
  SIGN_UP,
} from './commands.ts'
import { expectedReturn } from './expected-return.ts'
import type { Game } from './game.ts'
import { ROUND, type Wager, wagersOn } from './strategy.ts'

export type Stage = {
  /** Throws if the command is refused. */
  onAccount(id: string, command: AccountCommand, meta: CommandMeta): Promise<void>
  onFixture(id: string, command: FixtureCommand, meta: CommandMeta): Promise<void>
  /** Settles whatever can be settled, as the settler does. */
  settle(fixtures: readonly string[], day: string): Promise<void>
  walletCents(): Promise<number>
  /** Number of bets that are not settled yet. */
  open(): Promise<number>
}

export type Replayed = {
  readonly bets: number
  readonly markets: ReadonlySet<string>
  /** Bets that waited for an admin when their games were over. */
  readonly waited: number
  readonly walletCents: number
  readonly expectedCents: number
  readonly open: number
}

export async function replay(games: readonly Game[], stage: Stage): Promise<Replayed> {
  const fixtures = games.map((game, n) => idOf(`game ${n} ${game.home} ${game.away} ${game.day}`))
  const all: Wager[] = []
  const markets = new Set<string>()
  let waited = 0
  let balance = BigInt(OPENING_CENTS)
  const firstDay = games[0]!.day
  await stage.onAccount(BETTOR, openBettor(), metaOf(SIGN_UP, firstDay, 'bet', 'open'))
  await stage.onAccount(BOSS.id, createBoss(), metaOf(SETUP, firstDay, 'bet', 'boss'))
  for (let first = 0; first < games.length; first += ROUND) {
    const round = games.slice(first, first + ROUND)
    const days = round.map(({ day }) => day).toSorted()
    const [day, lastDay] = [days[0]!, days.at(-1)!]
    const fixturesOfRound = fixtures.slice(first, first + ROUND)
    for (const [n, game] of round.entries()) {
      const fixture = fixturesOfRound[n]!
      await stage.onFixture(fixture, listingOf(game), metaOf(FEED, day, 'bet', `list ${fixture}`))
    }
    for (const wager of wagersOn(round, first)) {
      const bet = idOf(`bet ${all.length}`)
      const command = placing(bet, wager, games, fixtures, day)
      await stage.onAccount(BETTOR, command, metaOf(PLAYER, day, 'bet', bet))
      all.push(wager)
      balance += expectedReturn(wager, games) - BigInt(wager.stakeCents)
      for (const { offer } of wager.picks) markets.add(offer.market)
    }
    await end('now', 'end')
    waited += await stage.open()
    await end('later', 'night')

    async function end(when: 'now' | 'later', hour: 'end' | 'night'): Promise<void> {
      for (const [n, game] of round.entries()) {
        for (const command of endingsOf(game)[when]) {
          const name = `${command.type} ${fixturesOfRound[n]}`
          await stage.onFixture(fixturesOfRound[n]!, command, metaOf(BOSS, lastDay, hour, name))
        }
      }
      await stage.settle(fixturesOfRound, lastDay)
    }
  }
  const [walletCents, open] = [await stage.walletCents(), await stage.open()]
  return { bets: all.length, markets, waited, walletCents, expectedCents: Number(balance), open }
}
