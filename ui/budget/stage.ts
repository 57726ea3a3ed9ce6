// The product with a league and a stream of its own: a thousand games that change as often as a measure asks.
import { createServer, request, type ServerResponse } from 'node:http'
import type { Page } from '@playwright/test'
import type { Game, Push } from '#services/contract/contract.ts'
import { aGame } from '#ui/testing/factories.ts'
import { waitForPrices } from './browser.ts'

/** Not a league of the feed. */
const LEAGUE = 'soccer_nowhere'
const DAYS_AHEAD = 30
const MINUTE_MS = 60_000

export type Stage = {
  readonly games: readonly Game[]
  /** Opens the league, and waits for its prices and its stream. */
  visit(page: Page): Promise<void>
  /** The price that the next push sets. */
  nextPrice(): number
  /** Changes the home price of these games, and pushes them. */
  push(indexes: readonly number[]): void
  close(): Promise<void>
}

function createGames(count: number, now: number): Game[] {
  return Array.from({ length: count }, (_, index) =>
    aGame({
      id: `${index}`.padStart(32, '0'),
      home_team: `Home ${index}`,
      away_team: `Away ${index}`,
      prices: { home: 1.8, draw: 3.4, away: 2.05 },
      league_key: `league_${Math.floor(index / 30)}`,
      league_title: `League ${Math.floor(index / 30)}`,
      commence_time: new Date(now + (DAYS_AHEAD * 24 * 60 + index) * MINUTE_MS).toISOString(),
    }),
  )
}

/** The game with another price for its home team. */
function repriced(game: Game, home: number): Game {
  const [bookmaker] = game.bookmakers
  const markets = bookmaker!.markets.map((market) => ({
    ...market,
    outcomes: market.outcomes.map((outcome, index) => (index === 0 ? { ...outcome, price: home } : outcome)),
  }))
  const odds = { ...game.odds!, home }
  return { ...game, bookmakers: [{ ...bookmaker!, markets }], odds, revision: game.revision + 1 }
}

/** A proxy in front of the product at `target`: passes on everything but its own league and stream. */
export async function openStage(target: string, count: number): Promise<Stage> {
  const clock = (await (await fetch(`${target}/api/clock`)).json()) as { now: string; speed: number }
  const games = createGames(count, Date.parse(clock.now))
  const streams = new Set<ServerResponse>()
  let steps = 0
  const nextPrice = () => (150 + ((steps * 7) % 701)) / 100
  const write = (to: ServerResponse, push: Push) => to.write(`event: message\ndata: ${JSON.stringify(push)}\n\n`)

  const server = createServer((asked, reply) => {
    const { pathname } = new URL(asked.url ?? '/', target)
    if (pathname === '/api/stream') {
      reply.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
      write(reply, { kind: 'hello', clock })
      streams.add(reply)
      reply.on('close', () => streams.delete(reply))
    } else if (pathname === `/api/sports/${LEAGUE}`) {
      reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(games))
    } else {
      const headers = { ...asked.headers, host: new URL(target).host }
      const passed = request(`${target}${asked.url}`, { method: asked.method, headers }, (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(reply)
      })
      passed.on('error', () => reply.destroy())
      asked.pipe(passed)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the stage has no port')

  return {
    games,
    async visit(page) {
      const stream = page.waitForResponse((response) => new URL(response.url()).pathname === '/api/stream')
      await page.goto(`http://127.0.0.1:${address.port}/leagues/${LEAGUE}`)
      await Promise.all([waitForPrices(page), stream])
    },
    nextPrice,
    push(indexes) {
      for (const index of indexes) {
        const game = repriced(games[index]!, nextPrice())
        steps += 1
        games[index] = game
        for (const stream of streams) write(stream, { kind: 'game', topic: 'live', game })
      }
    },
    async close() {
      for (const stream of streams) stream.destroy()
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
