// `npm run ui:screens`: screenshots of every route, and of a bettor's way from a price to settled bets, wide and on a
// phone, dark and light, into docs/screens/. Run by hand, with a Chromium that has emoji fonts.
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { keepDeskBusy } from './busy-desk.ts'
import { enterAs, expect, openSlip, pick, placeSlip, test } from './fixtures.ts'
import { addressOf, switchTheme, VISITS, visit } from './routes.ts'

const FOLDER = join(import.meta.dirname, '../../docs/screens')
const FILE_MAX = 60 * 1024
const FOLDER_MAX = 6 * 1024 * 1024
/** Tried from the best one, until the picture is small enough. */
const QUALITIES = [80, 70, 60, 45, 30, 15]

test.setTimeout(600_000)

/** Takes what is in the window, in both themes. */
async function shoot(page: Page, name: string): Promise<void> {
  const protocol = await page.context().newCDPSession(page)
  const width = page.viewportSize()?.width ?? 0
  for (const theme of ['dark', 'light'] as const) {
    await switchTheme(page, theme)
    await page.evaluate(() => document.fonts.ready)
    await expect(page.locator('.animate-skeleton:visible')).toHaveCount(0)
    for (const quality of QUALITIES) {
      const { data } = await protocol.send('Page.captureScreenshot', { format: 'webp', quality })
      const bytes = Buffer.from(data, 'base64')
      if (bytes.length > FILE_MAX && quality !== QUALITIES.at(-1)) continue
      expect(bytes.length).toBeLessThanOrEqual(FILE_MAX)
      mkdirSync(FOLDER, { recursive: true })
      writeFileSync(join(FOLDER, `${name}-${width}-${theme}.webp`), bytes)
      break
    }
  }
  await protocol.detach()
}

const nameOf = (path: string): string =>
  path === '/'
    ? 'main'
    : path
        .replace(/\/:event$/, '-event')
        .replace(/^\//, '')
        .replace(/[^a-z_-]+/g, '-')

/** Redirects have no screenshot of their own; a bettor's pages are taken with bets. */
const PAGES = VISITS.filter(({ route, as }) => as !== 'bettor' && route !== '/live' && route !== '/bet-slip')

for (const who of [undefined, 'admin'] as const) {
  test(`pages of ${who ?? 'a visitor'}`, async ({ page, games, people, request }) => {
    if (who !== undefined) {
      await enterAs(page, await people.admin())
      await keepDeskBusy(request, people, games)
    }
    for (const one of PAGES.filter(({ as }) => as === who)) {
      await visit(page, await addressOf(one, games))
      await shoot(page, nameOf(one.path))
    }
  })
}

test('from a price to settled bets', async ({ page, games, people }) => {
  await enterAs(page, await people.bettor(120))
  for (const bout of (await games.startingWithin(20, 60)).filter(({ sport }) => sport === 'mma').slice(0, 3)) {
    await pick(page, bout)
    await placeSlip(page, '4')
  }
  const [first, second, third] = await games.startingWithin(60, 240)
  await pick(page, first!, second!, third!)
  await openSlip(page)
  await page.getByLabel('Stake in euro').fill('5')
  await shoot(page, 'slip')
  await placeSlip(page, '5')
  await shoot(page, 'slip-receipt')
  await visit(page, '/my-bets')
  await shoot(page, 'my-bets')
  await visit(page, '/my-bets?tab=settled')
  await expect(page.getByRole('button', { name: 'History' }).nth(2)).toBeVisible({ timeout: 300_000 })
  await shoot(page, 'my-bets-settled')
  await page.getByRole('button', { name: 'History' }).first().click()
  await expect(page.getByRole('dialog').getByText('Placed', { exact: true })).toBeVisible()
  await shoot(page, 'bet-history')
  for (const tab of ['overview', 'statistics', 'limits', 'settings']) {
    await visit(page, `/profile?tab=${tab}`)
    await shoot(page, `profile-${tab}`)
  }
})

test.afterAll(() => {
  const total = readdirSync(FOLDER).reduce((sum, file) => sum + statSync(join(FOLDER, file)).size, 0)
  expect(total).toBeLessThanOrEqual(FOLDER_MAX)
})
