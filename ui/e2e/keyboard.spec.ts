// Keyboard and screen reader users never lose their place: the focus stays, or moves to what replaced the focused
// element.
import { betButton, enterAs, expect, openSlip, pick, price, test } from './fixtures.ts'

test('a button that is busy keeps the focus', async ({ page }) => {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/auth/auth', async (route) => {
    await isReleased
    await route.continue()
  })
  await page.goto('/login')
  await page.getByLabel('Username').fill('nobody')
  await page.getByLabel('Password', { exact: true }).fill('nothing at all')
  await page.getByRole('form').getByRole('button', { name: 'Sign In' }).press('Enter')
  const busy = page.getByRole('button', { name: 'Signing in…' })
  await expect(busy).toBeDisabled()
  await page.evaluate(() => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))))
  await expect(busy).toBeFocused()
  release()
  await expect(page.getByRole('alert')).toBeFocused()
})

test('the focus goes into the slip with the button that opens it, and back', async ({ page, games, isMobile }) => {
  const [game] = await games.startingWithin(60, 180)
  await pick(page, game!)
  const close = page.getByRole('button', { name: 'Close bet slip' })
  if (!isMobile) {
    await expect(close).toBeVisible()
    await page.keyboard.press('Escape')
  }
  const openers = [page.getByRole('complementary').getByRole('button', { name: 'Bet slip' }), betButton(page)]
  for (const opener of openers) {
    await opener.press('Enter')
    await expect(close).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(opener).toBeFocused()
  }
  await price(page, game!.home_team).press('s')
  await expect(page.getByLabel('Stake in euro')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(price(page, game!.home_team)).toBeFocused()
})

test('focused elements are never under the sheet', { tag: '@phone' }, async ({ page, games }) => {
  const [game] = await games.startingWithin(60, 180)
  await pick(page, game!)
  await openSlip(page)
  const last = page.getByRole('navigation', { name: 'Footer' }).getByRole('link').last()
  await last.press('Shift')
  const isOnTop = () =>
    last.evaluate((element) => {
      const { left, width, top, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
    })
  await expect.poll(isOnTop).toBe(true)
})

test('a lost answer leaves the focus in the slip', async ({ page, games, people }) => {
  await enterAs(page, await people.bettor(20))
  const [game] = await games.startingWithin(60, 180)
  await pick(page, game!)
  await openSlip(page)
  await page.getByLabel('Stake in euro').fill('1')
  await page.getByLabel('Odds changes').selectOption('any')
  let held = Promise.resolve()
  await page.route('**/api/bets/place-bet', async (route) => {
    await held
    await route.abort()
  })
  await page.getByRole('button', { name: /^Place bet/ }).press('Enter')
  const again = page.getByRole('button', { name: 'Try again' })
  await expect(again).toBeFocused()
  const said = page.getByRole('status').filter({ hasText: 'Failed to place bet.' })
  await expect(said).toHaveCount(1)
  const { promise, resolve: release } = Promise.withResolvers<void>()
  held = promise
  await page.keyboard.press('Enter')
  await expect(said).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Placing…' })).toBeFocused()
  release()
  await expect(said).toHaveCount(1)
  await expect(again).toBeFocused()
  await page.getByRole('button', { name: 'Stop waiting' }).press('Enter')
  await expect(page.getByRole('button', { name: /^Place bet/ })).toBeFocused()
})

test("a market's rules get the focus, and the link back to the league is not marked as the current page", async ({
  page,
  games,
}) => {
  const game = (await games.startingWithin(60, 400)).find(({ sport }) => sport === 'soccer')!
  await page.goto(`/leagues/${game.league_key}/events/${game.id}`)
  const above = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last()
  await expect(above).not.toHaveAttribute('aria-current')
  await page.getByRole('link', { name: 'Rules: Match Result', exact: true }).press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: 'Match Result', exact: true })).toBeFocused()
})

test('the search never says that there is nothing while a match exists', { tag: '@desktop' }, async ({
  page,
  games,
}) => {
  const [game] = await games.startingWithin(60, 180)
  await page.goto('/')
  await expect(
    price(page, game!.home_team)
      .or(page.getByRole('region', { name: 'Live' }))
      .first(),
  ).toBeVisible()
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await expect(dialog.getByRole('combobox')).toBeFocused()
  const said = await dialog.getByRole('status').evaluateHandle((status) => {
    const texts: string[] = []
    new MutationObserver(() => texts.push(status.textContent ?? '')).observe(status, { childList: true, subtree: true })
    return texts
  })
  const found = dialog.getByRole('option', { name: game!.home_team }).first()
  for (const letter of game!.home_team.slice(0, 4)) {
    // Also types letters that the keyboard has no key for, such as 'é'.
    await page.keyboard.type(letter)
    await expect(dialog.getByRole('option').first()).toBeVisible()
  }
  await page.keyboard.type(game!.home_team.slice(4))
  await expect(found).toBeVisible()
  expect((await said.jsonValue()).filter((text) => text.startsWith('Nothing found'))).toEqual([])
})

test('an error is read with its field, or as an alert if the field has the focus already', async ({ page }) => {
  await page.goto('/login?mode=create')
  const form = page.getByRole('form')
  const name = form.getByLabel('Username')
  const alert = form.getByRole('alert')
  await form.getByRole('button', { name: 'Create Account' }).press('Enter')
  await expect(name).toBeFocused()
  await expect(name).toHaveAccessibleDescription('Username must be at least 3 characters')
  await expect(alert).toHaveCount(0)
  await page.reload()
  await name.pressSequentially('ab')
  await name.press('Enter')
  await expect(alert).toHaveText('Username must be at least 3 characters')
  await name.pressSequentially('c')
  await expect(name).not.toHaveAttribute('aria-invalid')
  await name.press('Backspace')
  await expect(name).toHaveAttribute('aria-invalid')
  await expect(alert).toHaveCount(0)
})

test('one link of a back office section is the current page', { tag: '@desktop' }, async ({ page, people }) => {
  await enterAs(page, await people.admin())
  await page.goto('/admin/users')
  await expect(page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Users' })).toBeVisible()
  await expect(page.locator('[aria-current=page]')).toHaveText([/^Users/])
})
