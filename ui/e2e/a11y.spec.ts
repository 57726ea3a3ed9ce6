// Axe finds no violations in the states that pages get into while they are used, in both themes; pages.spec.ts covers
// the pages as they open.
import type { Locator } from '@playwright/test'
import { check } from './check.ts'
import { enterAs, expect, findUser, openSlip, pick, placeSlip, test, useTheme } from './fixtures.ts'
import { visit } from './routes.ts'

// Contrast cannot be measured during transitions.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

for (const theme of ['dark', 'light'] as const) {
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
    await check(page, 'My Bets')
    await page.getByRole('button', { name: 'History' }).click()
    await expect(page.getByRole('dialog').getByText('Placed', { exact: true })).toBeVisible()
    await check(page, "a bet's history")
    await visit(page, '/profile')
    for (const tab of await page.getByRole('tab').all()) {
      await tab.click()
      await check(page, `the profile, ${await tab.innerText()}`)
    }
  })

  test(`the back office, ${theme}`, async ({ page, people }) => {
    await useTheme(page, theme)
    const bettor = await people.bettor(30)
    await enterAs(page, await people.admin())
    await visit(page, '/admin')
    for (const name of ['Create New User', 'Bets', 'Admin Management', 'Users']) {
      await page
        .getByRole('main')
        .getByRole('button', { name: new RegExp(`^${name}`) })
        .click()
    }
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    await check(page, 'folded out')
    await findUser(page, bettor.user.username)
    await page.getByRole('button', { name: new RegExp(bettor.user.username) }).click()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    await check(page, 'a customer')
    await page.getByLabel('Amount', { exact: true }).fill('10')
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

test('the chosen item stands out with forced colours', { tag: '@desktop' }, async ({ page, games }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  const colourOf = (one: Locator) => one.evaluate((element) => getComputedStyle(element).backgroundColor)
  const [game] = await games.startingWithin(60, 180)
  await pick(page, game!)
  const prices = page.getByRole('main').locator('button[aria-pressed]')
  const chosen = await colourOf(prices.and(page.locator('[aria-pressed="true"]')).first())
  expect(chosen).not.toBe(await colourOf(prices.and(page.locator('[aria-pressed="false"]')).first()))
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill(game!.home_team)
  const found = page.getByRole('option')
  await expect(found.first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  const highlighted = found.and(page.locator('[data-highlighted]'))
  await expect(highlighted).toHaveCount(1)
  await expect.poll(() => colourOf(highlighted)).toBe(chosen)
})

test('the back office is closed to everyone but admins', async ({ page, people }) => {
  await page.goto('/admin')
  await expect(page).toHaveURL(/\/login/)
  await enterAs(page, await people.bettor(0))
  await page.goto('/admin')
  await expect(page.getByText('Access Denied: Admin privileges required')).toBeVisible()
  await check(page, 'access denied')
})
