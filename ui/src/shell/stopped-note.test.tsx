import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, it } from 'vitest'
import type { Game } from '#services/contract/contract.ts'
import { gamesOfTheDayQuery, liveGamesQuery } from '#ui/data/games.ts'
import { aGame } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { StoppedNote } from './stopped-note.tsx'

/** Fetches the games as the main page does. */
function Asked() {
  useQuery(liveGamesQuery())
  useQuery(gamesOfTheDayQuery())
  return <StoppedNote />
}

async function openAt(path: string, live: readonly Game[], coming: readonly Game[] = []) {
  localStorage.clear()
  server.use(
    http.get('/api/sports/live', () => HttpResponse.json(live)),
    http.get('/api/sports', () => HttpResponse.json(coming)),
  )
  const view = await renderPage(<Asked />, { path })
  await expect.poll(() => view.client.getQueryData(gamesOfTheDayQuery().queryKey)).toHaveLength(coming.length)
  await expect.poll(() => view.client.getQueryData(liveGamesQuery().queryKey)).toHaveLength(live.length)
  return view
}

const game = aGame()
const whole = aGame({ stopped: 'event' })
const part = aGame({ stopped_markets: ['totals'] })

it('says that betting is stopped and on which games, counting each once', async () => {
  const said = [
    [[], [aGame({ stopped: 'all' })], 'Betting is stopped on all games for the moment. Open bets stand.'],
    [[whole, game], [whole], 'Betting is stopped on one of these games for the moment.'],
    [
      [part],
      [aGame({ stopped_markets: ['h2h'] })],
      'Betting is stopped on some markets of 2 of these games for the moment.',
    ],
    [
      [whole],
      [part, game],
      'Betting is stopped for the moment on one of these games, and on some markets of one of these games.',
    ],
    [[game], [game], ''],
  ] as const
  for (const [live, coming, text] of said) {
    const { unmount } = await openAt('/', live, coming)
    await expect.poll(() => screen.getByRole('status').textContent).toBe(text)
    unmount()
  }
})

it('is shown on the main page only', async () => {
  await openAt('/livegames', [whole])
  expect(screen.queryByRole('status')).toBeNull()
})
