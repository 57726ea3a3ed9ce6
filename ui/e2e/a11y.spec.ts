// Axe finds no violations on any page in either theme.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { enterAs, expect, openSlip, pick, placeSlip, test, useTheme } from './fixtures.ts'

// Contrast cannot be measured during transitions.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

async function check(page: Page, state: string) {
  await page.mouse.move(0, 0)
  // Details of what passes would take most of the time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode()
  const { violations } = await axe.analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`,
  )
  expect.soft(found, state).toEqual([])
}

/** Waits for the heading, and until nothing is loading any more. */
async function visit(page: Page, path: string) {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  await expect(page.getByText(/^Loading/)).toHaveCount(0)
}

const livePages = ['/', '/home', '/sports', '/sports/soccer', '/leagues/soccer_epl', '/livegames', '/betslip', '/login']
const staticPages = ['/login?mode=create', '/terms', '/privacy', '/responsible-gambling', '/nowhere']

for (const theme of ['dark', 'light'] as const) {
  // Both layouts use the same colours: one theme is enough on the phone.
  const desktopOnly = theme === 'light' ? { tag: '@desktop' } : {}

  for (const path of [...livePages, ...staticPages]) {
    test(`${path}, ${theme}`, desktopOnly, async ({ page }) => {
      await useTheme(page, theme)
      await visit(page, path)
      await check(page, path)
    })
  }

  test(`an event, ${theme}`, desktopOnly, async ({ page, games }) => {
    await useTheme(page, theme)
    const [game] = (await games.startingWithin(60, 180)).filter((one) => one.sport === 'soccer')
    await visit(page, `/leagues/${game!.league_key}/events/${game!.id}`)
    await check(page, 'an event')
  })

  test(`the slip and personal pages, ${theme}`, async ({ page, games, people }) => {
    await useTheme(page, theme)
    await enterAs(page, await people.bettor(30))
    const [first, second] = await games.startingWithin(60, 180)
    await pick(page, first!, second!)
    await check(page, 'picked')
    await openSlip(page)
    await check(page, 'the slip, a parlay')
    await page.getByText('Singles', { exact: true }).click()
    await page.getByLabel('Stake on each bet in euro').fill('500')
    await check(page, 'the slip, singles above the balance')
    await page.getByText('Parlay', { exact: true }).click()
    const receipt = await placeSlip(page, '5')
    await check(page, 'the receipt')
    await receipt.getByRole('button', { name: 'My Bets' }).click()
    await page.getByRole('button', { name: /Show legs/ }).click()
    await check(page, 'My Bets')
    await visit(page, '/profile')
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await check(page, `the profile, ${await tab.innerText()}`)
    }
  })

  test(`the back office, ${theme}`, desktopOnly, async ({ page, people }) => {
    await useTheme(page, theme)
    const bettor = await people.bettor(30)
    await enterAs(page, await people.admin())
    await visit(page, '/admin?section=bets')
    for (const name of ['Create New User', 'Users', 'Admin Management']) {
      await page
        .getByRole('main')
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .click()
    }
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    await check(page, 'all sections')
    await page.getByRole('button', { name: new RegExp(bettor.user.username) }).click()
    await check(page, 'a customer')
    await page.getByLabel('Amount').fill('10')
    await page.getByRole('button', { name: 'Deposit', exact: true }).click()
    await expect(page.getByRole('alertdialog')).toBeVisible()
    await check(page, 'a deposit to confirm')
  })
}

for (const theme of ['dark', 'light'] as const) {
  test(`a password that must be changed, ${theme}`, async ({ page, people }) => {
    await useTheme(page, theme)
    const bettor = await people.bettor(0)
    await enterAs(page, bettor)
    await page.context().addInitScript((token) => {
      if (location.protocol === 'http:') localStorage.setItem('fairbook.password-change', token)
    }, bettor.token)
    await visit(page, '/')
    await expect(page.getByRole('heading', { level: 1, name: 'Choose your password' })).toBeVisible()
    await check(page, 'the form')
    await page.getByLabel('Current password').fill('a')
    await page.getByLabel('New password', { exact: true }).fill('b')
    await page.getByLabel('Repeat new password').fill('c')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await check(page, 'the form with errors')
  })
}

test('the back office is closed to everybody else', async ({ page, people }) => {
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/login/)
  await enterAs(page, await people.bettor(0))
  await page.goto('/admin')
  await expect(page.getByText('Access Denied: Admin privileges required')).toBeVisible()
  await check(page, 'access denied')
})
