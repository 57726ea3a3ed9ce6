// The slip against the real product: by mouse, by keyboard, on a phone, and with a lost answer.
import type { Page, Request } from '@playwright/test'
import { SELECTION_TIMEOUT_MS, SLIP_TIMEOUT_MS } from '#ui/features/slip/model/placing/check-odds.ts'
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

/** Presses Tab until the focused button has this name; `isOver`: or until there is nothing left to press. */
async function tabTo(page: Page, name: RegExp, isOver = async () => false) {
  const focusedName = () => page.evaluate(() => document.querySelector('button:focus')?.textContent ?? '')
  for (let presses = 0; presses < 400; presses++) {
    if (name.test(await focusedName()) || (await isOver())) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${name}`)
}

test('places a parlay with the keyboard alone, and returns the focus to the price', async ({ page, games, people }) => {
  await enterAs(page, await people.bettor(50))
  const byLeague = Map.groupBy(await games.startingWithin(60, 400), (game) => game.league_key)
  const [first, second] = [...byLeague.values()].find((league) => league.length > 1) ?? []
  await page.goto(`/leagues/${first!.league_key}`)
  const focused = page.locator(':focus')
  for (const game of [first!, second!]) {
    await expect(price(page, game.home_team)).toBeEnabled()
    await tabTo(page, new RegExp(`${game.home_team.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} to win`))
    await page.keyboard.press('Enter')
    await expect(focused).toHaveAttribute('aria-pressed', 'true')
  }
  await expect(page.getByText(/Press S for the stake/)).toBeAttached()
  await page.keyboard.press('s')
  await expect(page.getByLabel('Stake in euro')).toBeFocused()
  await page.keyboard.type('2.50')
  const receipt = receiptOf(page)
  await expect(async () => {
    if (await receipt.isVisible()) return
    const hasChanged = await page
      .getByRole('button', { name: /^Accept / })
      .first()
      .isVisible()
    // A receipt that arrives late traps the focus, and has no such button.
    await tabTo(page, hasChanged ? /^Accept / : /^Place bet/, () => receipt.isVisible())
    if (await receipt.isVisible()) return
    await page.keyboard.press('Enter')
    await expect(receipt).toBeVisible({ timeout: 8_000 })
  }).toPass({ timeout: 180_000 })
  await expect(receipt.getByText('New balance')).toBeVisible()
  await expect(receipt.getByText('€47.50')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(receipt).toBeHidden()
  await expect(focused).toHaveAttribute('aria-pressed')
})

test('has the stake in focus if S was pressed before the slip had loaded', async ({ page, games }) => {
  const [game] = await games.startingWithin(60, 180)
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  await page.route(/\/assets\/slip-/, async (route) => {
    await isReleased
    await route.continue()
  })
  await page.goto(`/leagues/${game!.league_key}`)
  await expect(price(page, game!.home_team)).toBeEnabled()
  await price(page, game!.home_team).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('s')
  await expect(page.getByText(/1 selection in the bet slip/)).toBeAttached()
  await expect(price(page, game!.home_team)).toBeFocused()
  const stake = page.getByLabel('Stake in euro')
  await expect(stake).toBeHidden()
  release()
  await expect(stake).toBeFocused()
  await page.keyboard.type('2.50')
  await expect(stake).toHaveValue('2.50')
})

/** The position of everything in the slip that must not move. */
const slipBoxes = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('[data-slip] li[data-state], [data-slip-stake], [data-slip-place]')].map(
      (element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return [x, y, width, height].map(Math.round).join(' ')
      },
    ),
  )

/** Collects everything that moves inside the slip from now on, even right after a press. */
const watchSlip = (page: Page) =>
  page.evaluate(() => {
    const moved: string[] = []
    Object.assign(window, { movedInSlip: moved })
    type Shift = PerformanceEntry & { sources: { node: Node | null }[] }
    new PerformanceObserver((list) => {
      for (const { sources } of list.getEntries() as Shift[]) {
        for (const { node } of sources) {
          const element = node instanceof Element ? node : node?.parentElement
          if (element?.closest('[data-slip]')) moved.push(element.outerHTML.slice(0, 200))
        }
      }
    }).observe({ type: 'layout-shift' })
  })

test('keeps still while prices are checked, move, lock and disappear', async ({ page, games, people }) => {
  // A check that takes too long would be given up, which is not tested here: a busy machine needs longer to look at the
  // slip.
  await page.addInitScript(
    (limits: number[]) => {
      const { setTimeout } = window
      const patient = (handler: TimerHandler, ms?: number, ...rest: unknown[]) =>
        setTimeout(handler, ms !== undefined && limits.includes(ms) ? 60_000 : ms, ...rest)
      window.setTimeout = patient as typeof window.setTimeout
      const { scrollIntoView } = Element.prototype
      const scrolled: unknown[] = []
      Object.assign(window, { scrolled })
      Element.prototype.scrollIntoView = function (options) {
        scrolled.push(typeof options === 'object' ? options.behavior : options)
        scrollIntoView.call(this, options)
      }
    },
    [SELECTION_TIMEOUT_MS, SLIP_TIMEOUT_MS],
  )
  await enterAs(page, await people.bettor(50))
  const chosen = (await games.startingWithin(60, 400)).slice(0, 4)
  await pick(page, ...chosen)
  await openSlip(page)
  await page.getByLabel('Stake in euro').fill('5')
  const picked = await page.evaluate(
    (): { eventId: string; price: number }[] => JSON.parse(localStorage.getItem('fairbook.slip') ?? '{}').selections,
  )
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
  // Each leg gets a different fate. Its revision is the highest possible, so that real price changes do not interfere.
  await page.route(/\/api\/sports\/[^?]+\?.*eventId=/, async (route) => {
    const id = new URL(route.request().url()).searchParams.get('eventId')
    const nth = picked.findIndex(({ eventId }) => eventId === id)
    await isReleased
    const game = { ...chosen.find((candidate) => candidate.id === id)!, revision: Number.MAX_SAFE_INTEGER }
    const odds = picked[nth]!.price + (nth === 0 ? 0.02 : nth === 1 ? 9 : 0)
    const repriced = (outcome: { name: string; price: number }) =>
      outcome.name === game.home_team ? { ...outcome, price: Number(odds.toFixed(2)) } : outcome
    game.bookmakers = game.bookmakers.map((book) => ({
      ...book,
      markets: book.markets.map((market) => ({ ...market, outcomes: market.outcomes.map(repriced) })),
    }))
    if (nth === 3) game.bookmakers = []
    await route.fulfill({ json: [{ ...game, stale: undefined, bettable: nth !== 2 }] })
  })
  const before = await slipBoxes(page)
  await watchSlip(page)
  const message = page.locator('[data-slip] p', { hasText: 'Please wait while we check the current odds...' })
  const place = page.locator('[data-slip-place]')
  await expect(place).not.toHaveAttribute('aria-disabled')
  await place.click()
  await expect(message).toBeVisible()
  expect(await slipBoxes(page)).toEqual(before)
  release()
  const states = () => page.locator('[data-slip] li').evaluateAll((legs) => legs.map((leg) => leg.dataset.state))
  await expect.poll(states).toEqual(['moved', 'changed', 'gone', 'gone'])
  await expect(page.locator('[data-slip] p', { hasText: /^Some odds have changed\. Please/ })).toBeVisible()
  expect(await slipBoxes(page)).toEqual(before)
  // Reduced motion is on for these pages.
  expect(await page.evaluate(() => (window as unknown as { scrolled: unknown[] }).scrolled)).toEqual(['instant'])
  await page.getByRole('button', { name: /^Accept / }).click()
  await expect.poll(states).toEqual(['moved', 'picked', 'gone', 'gone'])
  expect(await slipBoxes(page)).toEqual(before)
  expect(before.slice(0, 4).map((box) => box.split(' ')[3])).toEqual(['90', '90', '90', '90'])
  expect(await page.evaluate(() => (window as unknown as { movedInSlip: string[] }).movedInSlip)).toEqual([])
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

test('places nothing by itself later that was pressed without a connection', { tag: '@desktop' }, async ({
  page,
  context,
  games,
  people,
}) => {
  await enterAs(page, await people.bettor(30))
  const [game] = await games.startingWithin(60, 180)
  await pick(page, game!)
  await openSlip(page)
  await page.getByLabel('Stake in euro').fill('10')
  await context.setOffline(true)
  await page.getByRole('button', { name: /^Place bet/ }).click()
  await expect(page.getByText(/We do not know yet whether this bet was placed/)).toBeVisible()
  await context.setOffline(false)
  const isPlacing = (request: Request) => request.url().endsWith('/api/bets/place-bet')
  let sent = 0
  page.on('request', (request) => {
    if (isPlacing(request)) sent++
  })
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(receiptOf(page)).toBeVisible()
  await expect(header(page).getByText('€20.00')).toBeVisible()
  expect(sent).toBe(1)
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

test('is closed by going back, and the next time that leaves the page', { tag: '@phone' }, async ({ page, games }) => {
  const [game] = await games.startingWithin(60, 180)
  await pick(page, game!)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL('/')
  await openSlip(page)
  await page.goBack()
  await expect(page.getByLabel('Stake in euro')).toBeHidden()
  await expect(page).toHaveURL('/')
  await page.goBack()
  await expect(page).toHaveURL(`/leagues/${game!.league_key}`)
})

test('stays open below a dialog that is closed by going back', { tag: '@phone' }, async ({ page, games, people }) => {
  await enterAs(page, await people.bettor(5))
  const [game] = await games.startingWithin(60, 180)
  await pick(page, game!)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await openSlip(page)
  await page.getByLabel('Stake in euro').fill('9000')
  await page.getByRole('button', { name: 'Deposit' }).click()
  await page.getByRole('button', { name: 'Request', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Request a deposit' })
  await expect(dialog).toBeVisible()
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page.getByLabel('Stake in euro')).toHaveValue('9000')
  await page.goBack()
  await expect(page.getByLabel('Stake in euro')).toBeHidden()
  await expect(page).toHaveURL('/')
})

test('has its button within reach at 200 %, below the header', { tag: '@desktop' }, async ({ page, games, people }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await enterAs(page, await people.bettor(20))
  const [game] = await games.startingWithin(60, 180)
  await pick(page, game!)
  await openSlip(page)
  const heading = page.getByRole('heading', { name: 'Bet slip' })
  await expect(heading).toBeInViewport({ ratio: 1 })
  const [headingBox, headerBox] = await Promise.all([heading.boundingBox(), header(page).boundingBox()])
  expect(headingBox!.y).toBeGreaterThan(headerBox!.y + headerBox!.height)
  await heading.hover()
  await page.mouse.wheel(0, 600)
  const place = page.getByRole('button', { name: /^Place bet/ })
  await expect(place).toBeInViewport({ ratio: 1 })
  const nav = page.getByRole('navigation', { name: 'Main' }).last()
  const [end, navTop] = await Promise.all([place.boundingBox(), nav.boundingBox()])
  expect(end!.y + end!.height).toBeLessThanOrEqual(navTop!.y)
})
