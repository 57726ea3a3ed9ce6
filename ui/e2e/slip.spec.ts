// The slip against the real product: by mouse, by keyboard, on a phone, and with a lost answer.
import { betButton, enterAs, expect, header, openSlip, pick, placeSlip, price, receiptOf, test } from './fixtures.ts'

test('keeps the focus on the price, survives a reload, and closes with Escape', async ({ page, games, isMobile }) => {
  const [game] = await games.startingWithin(60, 180)
  await pick(page, game!)
  const button = price(page, game!.home_team)
  if (!isMobile) await expect(button).toBeFocused()
  await page.reload()
  await expect(price(page, game!.home_team)).toHaveAttribute('aria-pressed', 'true')
  await openSlip(page)
  await expect(page.getByText('Please log in to place a bet.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Stake in euro')).toBeHidden()
  await price(page, game!.home_team).click()
  await expect(betButton(page)).toHaveAccessibleName(/\b0 selections\b|empty/)
})

test('has one selection per event, and survives signing in', async ({ page, games, people }) => {
  const account = await people.bettor(20)
  const [game] = (await games.startingWithin(60, 180)).filter((one) => one.sport === 'soccer')
  await pick(page, game!)
  await price(page, game!.away_team).click()
  await expect(price(page, game!.home_team)).toHaveAttribute('aria-pressed', 'false')
  await expect(betButton(page)).toHaveAccessibleName(/\b1 selection\b/)
  await openSlip(page)
  await page.getByRole('link', { name: 'Sign in to place your bet' }).click()
  await page.getByLabel('Username').fill(account.user.username)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).last().click()
  await expect(page).toHaveURL(`/leagues/${game!.league_key}`)
  await openSlip(page)
  await page.getByRole('button', { name: /Max$/ }).click()
  await expect(page.getByRole('button', { name: 'Place bet · €20.00' })).toBeVisible()
  await page.getByLabel('Stake in euro').fill('20.01')
  await expect(page.getByText('Insufficient funds. Please deposit more funds to place this bet.')).toBeVisible()
})

test('places with the keyboard only', { tag: '@desktop' }, async ({ page, games, people }) => {
  await enterAs(page, await people.bettor(50))
  const [game] = await games.startingWithin(60, 180)
  await page.goto(`/leagues/${game!.league_key}`)
  await expect(price(page, game!.home_team)).toBeVisible()
  const focused = page.locator(':focus')
  const name = () => page.evaluate(() => document.querySelector('button:focus')?.textContent ?? '')
  for (let presses = 0; presses < 300 && !(await name()).includes(`${game!.home_team} to win`); presses++) {
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await expect(focused).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByText(/Press S for the stake/)).toBeAttached()
  await expect(page.getByLabel('Stake in euro')).toBeVisible()
  await page.keyboard.press('s')
  await expect(page.getByLabel('Stake in euro')).toBeFocused()
  await page.keyboard.type('2.50')
  const receipt = receiptOf(page)
  await expect(async () => {
    if (await receipt.isVisible()) return
    const accept = page.getByRole('button', { name: /^Accept \d/ })
    const next = (await accept.isVisible()) ? accept : page.getByRole('button', { name: /^Place bet/ })
    await next.focus()
    await page.keyboard.press('Enter')
    await expect(receipt).toBeVisible({ timeout: 4_000 })
  }).toPass({ timeout: 60_000 })
  await expect(header(page).getByText('€47.50')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(receipt).toBeHidden()
})

test('places several singles as separate bets', async ({ page, games, people }) => {
  await enterAs(page, await people.bettor(30))
  const [first, second] = await games.startingWithin(60, 180)
  await pick(page, first!, second!)
  await openSlip(page)
  await page.getByText('Singles', { exact: true }).click()
  const receipt = await placeSlip(page, '5')
  await expect(receipt.getByText('2 bets placed')).toBeVisible()
  await expect(header(page).getByText('€20.00')).toBeVisible()
})

test('never bets twice after a lost answer', async ({ page, games, people }) => {
  await enterAs(page, await people.bettor(30))
  const [game] = await games.startingWithin(60, 180)
  await pick(page, game!)
  await openSlip(page)
  await page.getByLabel('Stake in euro').fill('10')
  // The server accepts the bet, but its answer is lost.
  await page.route('**/api/bets/place-bet', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: /^Place bet/ }).click()
  await expect(page.getByText(/We do not know yet whether this bet was placed/)).toBeVisible()
  await page.unroute('**/api/bets/place-bet')
  await page.reload()
  await betButton(page).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(receiptOf(page)).toBeVisible()
  await expect(header(page).getByText('€20.00')).toBeVisible()
  await receiptOf(page).getByRole('button', { name: 'My Bets' }).click()
  await expect(page.getByRole('tab', { name: 'Open Bets 1' })).toBeVisible()
})

test('never covers the price just tapped', { tag: '@phone' }, async ({ page, games, people }) => {
  await enterAs(page, await people.bettor(30))
  const chosen = (await games.startingWithin(30, 180)).slice(0, 4)
  for (const game of chosen) {
    await page.goto(`/leagues/${game.league_key}`)
    const button = price(page, game.home_team)
    await button.tap()
    // Once scrolling has ended, the price is the topmost element at its own centre.
    await expect
      .poll(() =>
        button.evaluate((element) => {
          const box = element.getBoundingClientRect()
          const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
          return top !== null && element.contains(top)
        }),
      )
      .toBe(true)
  }
  const peek = page.getByRole('button', { name: /Bet slip · Parlay/ })
  await expect(peek).toContainText('4')
  await peek.tap()
  await page.getByLabel('Stake in euro').fill('2')
  await page.keyboard.press('Escape')
  // One of the four prices may have changed meanwhile, which the bar shows instead.
  await expect(peek).toContainText(/Returns|Odds have changed/)
  const receipt = await placeSlip(page, '2')
  await expect(receipt.getByText('4-Leg Parlay')).toBeVisible()
})
