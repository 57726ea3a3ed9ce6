// A board over the stage's provider, and a poller that brings it prices.
import { afterEach, beforeEach, expect, vi } from 'vitest'
import type { Game } from '#services/contract/contract.ts'
import { openNotifications } from '#services/platform/database/listen.ts'
import { openQuoteBoard } from '../board/board.ts'
import { fixtureIdOf } from '../polling/fixture-registry.ts'
import type { Poller, QuoteBoard } from '../port.ts'
import type { OddsEvent } from '../provider/wire.ts'
import { LEAGUE, type Prices, type Stage } from './stage.ts'

/** Our id of a staged game. */
export const idOf = (name: string) => fixtureIdOf(name.padEnd(32, '0'))
/** The home team's win, as a bettor asks for it. */
export const homeOf = (name: string) =>
  ({ fixture: idOf(name), market: 'h2h', point: null, selection: 'home' }) as const

export type ShownBoard = {
  readonly board: QuoteBoard
  readonly poller: Poller
  /** What the board announced as changed, call by call. */
  readonly changes: string[][]
  /** Opens another board beside it, as in another process. */
  open(): Promise<QuoteBoard>
  /** A game as the provider sends it; with null, without prices. */
  priced(name: string, startsIn: number, prices?: Prices | null): OddsEvent
  /** Puts a game into the provider's reply, polls it, and waits until the board shows it. */
  offer(name: string, startsIn: number, prices?: Prices | null): Promise<void>
}

/** Creates a board for each test of the file; a board that logs a problem fails the test. */
export function showBoard(stage: Stage): ShownBoard {
  let board: QuoteBoard
  let poller: Poller
  const changes: string[][] = []
  const shows = (name: string, odds: Game['odds']) =>
    vi.waitFor(
      () =>
        odds === undefined
          ? expect(board.game(idOf(name))?.bookmakers).toEqual([])
          : expect(board.game(idOf(name))).toEqual(expect.objectContaining({ odds })),
      { timeout: 60_000, interval: 5 },
    )

  const shown: ShownBoard = {
    get board() {
      return board
    },
    get poller() {
      return poller
    },
    changes,
    async open() {
      const notifications = await openNotifications(stage.databaseUrl)
      const opened = await openQuoteBoard({
        ...{ pool: stage.pool, queries: stage.queries, notifications, clock: stage.clock, feeds: stage.feeds },
        config: { ODDS_API_BASE_URL: stage.provider.baseUrl },
        log: (problem) => stage.problems.push(problem),
      })
      return {
        ...opened,
        async close() {
          await opened.close()
          await notifications.close()
        },
      }
    },
    priced: (name, startsIn, prices = [2, 3.5, 4]) =>
      stage.game(name, startsIn, prices === null ? {} : { north: prices }),
    async offer(name, startsIn, prices = [2, 3.5, 4]) {
      const { provider } = stage
      const others = provider.odds.filter(({ id }) => id !== name.padEnd(32, '0'))
      provider.odds = [...others, shown.priced(name, startsIn, prices)]
      await poller.pollOdds(LEAGUE)
      await shows(name, prices === null ? undefined : { home: prices[0], draw: prices[1], away: prices[2] })
    },
  }
  beforeEach(async () => {
    poller = stage.poller()
    board = await shown.open()
    changes.length = 0
    board.onChange((fixtures) => changes.push([...fixtures]))
  })
  // before the stage closes the provider
  afterEach(async () => {
    await board.close()
    expect(stage.problems).toEqual([])
  })
  return shown
}
