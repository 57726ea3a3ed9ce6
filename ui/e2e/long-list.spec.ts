// Long lists render only the games near the screen, and all of them can be reached.
import type { Page } from '@playwright/test'
import type { Game } from '#services/contract/contract.ts'
import { aGame } from '#ui/testing/factories.ts'
import { expect, test } from './fixtures.ts'

/** Not a league of the feed, so that pushes do not change the list. */
const LEAGUE = 'soccer_nowhere'
/** The rows of a large screen, plus the overscan. */
const MAX_ROWS = 40

/** Games by start, 30 days from now, in leagues of thirty; the first league is that of the page. */
function createGames(count: number, now: string): Game[] {
  return Array.from({ length: count }, (_, index) => {
    const league = Math.floor(index / 30)
    return aGame({
      id: `${index}`.padStart(32, '0'),
      home_team: `Home ${index}`,
      away_team: `Away ${index}`,
      prices: { home: 1.8, away: 2.05 },
      league_key: league === 0 ? LEAGUE : `league_${league}`,
      league_title: `League ${league}`,
      commence_time: new Date(Date.parse(now) + (30 * 24 * 60 + index) * 60_000).toISOString(),
    })
  })
}

/** Opens the page of a league with this many games. */
async function openLeague(page: Page, count: number): Promise<void> {
  const { now } = await (await page.request.get('/api/clock')).json()
  await page.route(
    ({ pathname, searchParams }) => pathname === `/api/sports/${LEAGUE}` && searchParams.get('endpoint') === 'events',
    (route) => route.fulfill({ json: createGames(count, now) }),
  )
  await page.goto(`/leagues/${LEAGUE}`)
  await expect(page.getByRole('link', { name: 'Home 0 Away 0' })).toBeVisible()
}

/** The rendered games from top to bottom, and the gaps and overlaps between them. */
const readList = (page: Page) =>
  page.evaluate(() => {
    const lines = [...document.querySelectorAll<HTMLElement>('main [data-index]')]
    const boxes = lines.map((line) => line.getBoundingClientRect()).sort((a, b) => a.top - b.top)
    const list = lines[0]?.parentElement?.getBoundingClientRect()
    if (list === undefined) return { games: [], problems: ['there is no list'] }
    const problems: string[] = []
    let end = boxes[0]?.top ?? Number.POSITIVE_INFINITY
    // The list has a border of one pixel.
    if (end > Math.max(0, list.top) + 1.5) problems.push(`nothing above ${end}`)
    for (const box of boxes) {
      if (Math.abs(box.top - end) > 1) problems.push(`a line begins at ${box.top}, the one before it ends at ${end}`)
      end = box.bottom
    }
    if (end < Math.min(innerHeight, list.bottom) - 1.5) problems.push(`nothing below ${end}`)
    const games = [...document.querySelectorAll('main [data-index] a')].map((link) => ({
      name: (link as HTMLElement).innerText.split('\n')[0] ?? '',
      top: link.getBoundingClientRect().top,
    }))
    return { games: games.sort((a, b) => a.top - b.top).map(({ name }) => name), problems }
  })

test('scrolling through a long list shows every game without a gap', async ({ page }) => {
  const count = 300
  await openLeague(page, count)
  const seen: string[] = []
  const step = Math.round((page.viewportSize()?.height ?? 0) * 0.7)
  for (let at = 0, bottom = 0; at <= bottom; at += step) {
    await page.evaluate((top) => window.scrollTo(0, top), at)
    await expect.poll(async () => (await readList(page)).problems).toEqual([])
    const { games } = await readList(page)
    expect(games.length).toBeGreaterThan(0)
    expect(games.length).toBeLessThanOrEqual(MAX_ROWS)
    seen.push(...games.filter((name) => !seen.includes(name)))
    bottom = await page.evaluate(() => document.documentElement.scrollHeight)
  }
  expect(seen).toEqual(Array.from({ length: count }, (_, index) => `Home ${index}`))
})

/** The tab stops in a list of so many games, in order. */
const stopsOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => [
    ...(index > 0 && index % 30 === 0 ? [`Add League ${index / 30} to favourites`] : []),
    `Home ${index}Away ${index}`,
    `1 Home ${index} to win against Away ${index}`,
    `2 Away ${index} to win against Home ${index}`,
  ]).flat()

/** Records what takes the focus from now on, and whether it is fully visible in the next frame. */
const watchFocus = (page: Page) =>
  page.evaluateHandle(() => {
    const list: { name: string; isVisible: boolean | undefined }[] = []
    document.addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLElement)) return
      const name = (target.ariaLabel ?? target.textContent ?? '').replace(/, [\d.]+$/, '')
      const stop: (typeof list)[number] = { name, isVisible: undefined }
      list.push(stop)
      requestAnimationFrame(() => {
        const { left, width, top, bottom } = target.getBoundingClientRect()
        stop.isVisible = [top + 2, bottom - 2].every((y) => {
          const above = document.elementFromPoint(left + width / 2, y)
          return above !== null && target.contains(above)
        })
      })
    })
    return list
  })

test('the keyboard reaches every game and price of a long list, in both directions', { tag: '@desktop' }, async ({
  page,
}) => {
  const count = 101
  await openLeague(page, count)
  const expected = stopsOf(count).map((name) => ({ name, isVisible: true }))
  const focused = await watchFocus(page)
  const pressRepeatedly = async (key: string) => {
    for (let presses = 1; presses < expected.length; presses += 1) await page.keyboard.press(key)
    await expect
      .poll(() => focused.evaluate((list) => list.filter(({ isVisible }) => isVisible !== undefined).length))
      .toBe(expected.length)
    return focused.evaluate((list) => list.splice(0, list.length - 1))
  }
  await page.getByRole('link', { name: 'Home 0 Away 0' }).focus()
  expect(await pressRepeatedly('Tab')).toEqual(expected.slice(0, -1))
  expect(await pressRepeatedly('Shift+Tab')).toEqual(expected.toReversed().slice(0, -1))
})

test('holding a key on a busy machine skips nothing in a long list', { tag: '@desktop' }, async ({ page }) => {
  const count = 101
  await openLeague(page, count)
  const stops = stopsOf(count)
  const focused = await watchFocus(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  /** As from a keyboard: a key press waits neither for what the page does with the previous one, nor for a frame. */
  const hold = async (key: string) => {
    await Promise.all(stops.slice(1).map(() => page.keyboard.press(key)))
    return focused.evaluate((list) => list.splice(0, list.length - 1).map(({ name }) => name))
  }
  await page.getByRole('link', { name: 'Home 0 Away 0' }).focus()
  expect(await hold('Tab')).toEqual(stops.slice(0, -1))
  expect(await hold('Shift+Tab')).toEqual(stops.toReversed().slice(0, -1))
})

test('the focused row stays in a long list however far the page is scrolled, and while the window is left', async ({
  page,
}) => {
  await openLeague(page, 300)
  const first = page.getByRole('link', { name: 'Home 0 Away 0' })
  await first.focus()
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  await expect(page.getByRole('link', { name: 'Home 299 Away 299' })).toBeVisible()
  await expect(first).toBeFocused()
  // What the browser reports when its window loses the focus: nothing takes it, and the active element stays.
  await first.dispatchEvent('focusout', { bubbles: true })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Home 0 to win' })).toBeFocused()
})
