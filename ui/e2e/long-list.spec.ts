// More games than the page holds at once: only those near the screen exist, and every one can be reached.
import type { Page } from '@playwright/test'
import type { Game } from '#services/contract/contract.ts'
import { aGame } from '#ui/testing/factories.ts'
import { expect, test } from './fixtures.ts'

/** None of the feed's: what is pushed meanwhile belongs elsewhere. */
const LEAGUE = 'soccer_nowhere'
/** What a large screen shows, with what is kept ready above and below it. */
const MOST_ROWS = 40

/** In the order of their starts, days from now on any clock, in leagues of thirty. */
function manyGames(count: number, now: string): Game[] {
  return Array.from({ length: count }, (_, index) => {
    const league = Math.floor(index / 30)
    return aGame({
      id: `${index}`.padStart(32, '0'),
      home_team: `Home ${index}`,
      away_team: `Away ${index}`,
      prices: { home: 1.8, away: 2.05 },
      league_key: `league_${league}`,
      league_title: `League ${league}`,
      commence_time: new Date(Date.parse(now) + (30 * 24 * 60 + index) * 60_000).toISOString(),
    })
  })
}

/** Opens the page of a league whose games are these, and no others. */
async function openWith(page: Page, count: number): Promise<void> {
  const { now } = await (await page.request.get('/api/clock')).json()
  await page.route(
    ({ pathname, searchParams }) => pathname === `/api/sports/${LEAGUE}` && searchParams.get('endpoint') === 'events',
    (route) => route.fulfill({ json: manyGames(count, now) }),
  )
  await page.goto(`/leagues/${LEAGUE}`)
  await expect(page.getByRole('link', { name: 'Home 0 Away 0' })).toBeVisible()
}

/** What of the list is in the page: the games from top to bottom, and what is wrong with how they lie on the screen. */
const look = (page: Page) =>
  page.evaluate(() => {
    const lines = [...document.querySelectorAll<HTMLElement>('main [data-index]')]
    const boxes = lines.map((line) => line.getBoundingClientRect()).sort((a, b) => a.top - b.top)
    const list = lines[0]?.parentElement?.getBoundingClientRect()
    if (list === undefined) return { games: [], wrong: ['there is no list'] }
    const wrong: string[] = []
    let end = boxes[0]?.top ?? Number.POSITIVE_INFINITY
    // The list has a border of one pixel.
    if (end > Math.max(0, list.top) + 1.5) wrong.push(`nothing above ${end}`)
    for (const box of boxes) {
      if (Math.abs(box.top - end) > 1) wrong.push(`a line begins at ${box.top}, the one before it ends at ${end}`)
      end = box.bottom
    }
    if (end < Math.min(innerHeight, list.bottom) - 1.5) wrong.push(`nothing below ${end}`)
    const games = [...document.querySelectorAll('main [data-index] a')].map((link) => ({
      name: (link as HTMLElement).innerText.split('\n')[0] ?? '',
      top: link.getBoundingClientRect().top,
    }))
    return { games: games.sort((a, b) => a.top - b.top).map(({ name }) => name), wrong }
  })

test('a window onto many games goes over all of them, without a gap', async ({ page }) => {
  const count = 300
  await openWith(page, count)
  const seen: string[] = []
  const step = Math.round((page.viewportSize()?.height ?? 0) * 0.7)
  for (let at = 0, bottom = 0; at <= bottom; at += step) {
    await page.evaluate((top) => window.scrollTo(0, top), at)
    await expect.poll(async () => (await look(page)).wrong).toEqual([])
    const { games } = await look(page)
    expect(games.length).toBeGreaterThan(0)
    expect(games.length).toBeLessThanOrEqual(MOST_ROWS)
    seen.push(...games.filter((name) => !seen.includes(name)))
    bottom = await page.evaluate(() => document.documentElement.scrollHeight)
  }
  expect(seen).toEqual(Array.from({ length: count }, (_, index) => `Home ${index}`))
})

test('the keyboard reaches every game and every price of a long list, there and back', { tag: '@desktop' }, async ({
  page,
}) => {
  const count = 101
  await openWith(page, count)
  const stops = Array.from({ length: count }, (_, index) => [
    `Home ${index}Away ${index}`,
    `1 – Home ${index} to win`,
    `2 – Away ${index} to win`,
  ]).flat()
  /** Whatever takes the focus, and whether all of it is in sight then. */
  const walked = await page.evaluateHandle(() => {
    const list: { name: string; inSight: boolean }[] = []
    document.addEventListener('focusin', ({ target }) =>
      requestAnimationFrame(() => {
        if (!(target instanceof HTMLElement)) return
        const { left, width, top, bottom } = target.getBoundingClientRect()
        const inSight = [top + 2, bottom - 2].every((y) => {
          const above = document.elementFromPoint(left + width / 2, y)
          return above !== null && target.contains(above)
        })
        list.push({ name: (target.textContent ?? '').replace(/ – [\d.]+$/, ''), inSight })
      }),
    )
    return list
  })
  const walk = async (key: string) => {
    for (let presses = 1; presses < stops.length; presses += 1) await page.keyboard.press(key)
    await expect.poll(() => walked.evaluate((list) => list.length)).toBe(stops.length)
    return walked.evaluate((list) => list.splice(0, list.length - 1))
  }
  const expected = stops.map((name) => ({ name, inSight: true }))
  await page.getByRole('link', { name: 'Home 0 Away 0' }).focus()
  expect(await walk('Tab')).toEqual(expected.slice(0, -1))
  expect(await walk('Shift+Tab')).toEqual(expected.toReversed().slice(0, -1))
})
