// A bet from sign-up to settlement, with everybody involved.
import type { Page } from '@playwright/test'
import type { Bet, Game } from '#services/contract/contract.ts'
import { settlesByItself } from '#tests/settles-by-itself.ts'
import {
  balanceCents,
  betButton,
  expect,
  findUser,
  type Games,
  header,
  newName,
  noticesOf,
  placeSlip,
  receiptOf,
  select,
  test,
} from './fixtures.ts'
import { SUPER_ADMIN } from './product.ts'

/** One of these starts every three minutes, and is soon over. */
const BOUTS = 'mma_mixed_martial_arts'
/**
 * How long placing in play is retried: prices in play are at most a few seconds old here, and a busy machine may miss
 * them.
 */
const LIVE_MS = 10 * 60_000
/**
 * How long it takes until games of seven hours are over and settled, on a product that runs fifteen times as fast as
 * real time.
 */
const SETTLED_MS = 30 * 60_000

async function signIn(page: Page, username: string, password: string) {
  await page.goto('/login')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).last().click()
  await expect(page).not.toHaveURL(/login/)
}

/** On a phone, the button is in the header's menu. */
async function signOut(page: Page) {
  const button = page.getByRole('button', { name: 'Sign Out' })
  if (await button.isVisible()) return button.click()
  await page.getByRole('button', { name: 'Sections and account' }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
}

/** The returns of the user's settled bets in cents, from the api instead of the page. */
async function returnedCents(page: Page): Promise<number> {
  const token = await page.evaluate(() => localStorage.getItem('fairbook.token'))
  const reply = await page.request.get('/api/bets/my-bets', { headers: { Authorization: `Bearer ${token}` } })
  expect(reply.status()).toBe(200)
  const bets: Bet[] = await reply.json()
  return bets.reduce((sum, bet) => sum + (bet.status === 'pending' ? 0 : Math.round(bet.potential_win * 100)), 0)
}

/**
 * The header shows this many cents plus what bets have returned since: one in play may be settled before the next is
 * placed.
 */
async function expectBalance(page: Page, cents: number): Promise<void> {
  await expect.poll(async () => (await balanceCents(page)) - (await returnedCents(page))).toBe(cents)
}

const section = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}`) })

test('from a new account to settled bets, without a reload', async ({ page, browser, baseURL, games }) => {
  test.setTimeout(60 * 60_000)
  const bettor = { username: newName('ada'), password: 'correct-horse' }
  const admin = { username: newName('desk'), password: 'battery-staple' }

  await test.step('the bettor creates an account without money', async () => {
    await page.goto('/login?mode=create')
    await page.getByLabel('Username').fill(bettor.username)
    await page.getByLabel('Password', { exact: true }).fill(bettor.password)
    await page.getByLabel('Repeat password').fill(bettor.password)
    await page.getByLabel(/at least 18/).check()
    const said = await noticesOf(page)
    await page.getByRole('main').getByRole('button', { name: 'Create Account' }).last().click()
    await expect.poll(said).toContain('Registration successful! Welcome!')
    await expect(header(page).getByText('€0.00')).toBeVisible()
  })
  // From here on, everything has to update without a reload.
  await page.evaluate(() => Object.assign(window, { sameDocument: true }))

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const adminPage = await context.newPage()

  await test.step('the super admin creates an admin with a float', async () => {
    await signIn(adminPage, SUPER_ADMIN.username, SUPER_ADMIN.password)
    await expect(adminPage).toHaveURL(/\/admin$/)
    await section(adminPage, 'Admin Management').click()
    const form = adminPage.getByRole('form', { name: 'Add New Admin' })
    await form.getByLabel('Username').fill(admin.username)
    await form.getByLabel('Password').fill(admin.password)
    await form.getByLabel('Balance').fill('20000')
    await form.getByRole('button', { name: 'Add Admin' }).click()
    const question = adminPage.getByRole('alertdialog', { name: `Add ${admin.username} as an admin?` })
    await question.getByLabel('Reason').fill('new at the desk')
    await question.getByRole('button', { name: 'Add, with €20,000.00' }).click()
    await expect(form.getByRole('status')).toContainText('✅')
    await signOut(adminPage)
    await expect(adminPage.getByRole('banner').getByRole('link', { name: 'Sign In' })).toBeVisible()
  })

  await test.step('the admin deposits 100', async () => {
    await signIn(adminPage, admin.username, admin.password)
    await expect(adminPage.getByText('€20,000.00')).toBeVisible()
    await section(adminPage, 'Users').click()
    await findUser(adminPage, bettor.username)
    await adminPage.getByRole('button', { name: new RegExp(bettor.username) }).click()
    await adminPage.getByLabel('Amount', { exact: true }).fill('100')
    await adminPage.getByRole('button', { name: 'Deposit', exact: true }).click()
    const confirmation = adminPage.getByRole('alertdialog')
    await expect(confirmation).toContainText('€0.00 → €100.00')
    await confirmation.getByLabel('Reason').fill('paid in cash')
    await confirmation.getByRole('button', { name: 'Deposit €100.00' }).click()
    await expect(adminPage.getByText(/✅ Deposited €100\.00/)).toBeVisible()
    await expect(adminPage.getByText('€19,900.00')).toBeVisible()
    await expect(header(page).getByText('€100.00')).toBeVisible()
  })

  await test.step('the bettor places a single on a game in play', async () => {
    await page.getByRole('link', { name: /^Live/ }).first().click()
    const receipt = await placeOnLive(page, games)
    await expectBalance(page, 9_000)
    await receipt.getByRole('button', { name: 'Done' }).click()
  })

  await test.step('the bettor places a parlay of three', async () => {
    await page.getByRole('link', { name: 'Sports', exact: true }).first().click()
    await page.getByRole('main').getByRole('link', { name: 'MMA', exact: true }).click()
    await page.getByRole('main').getByRole('link', { name: 'MMA International' }).click()
    await expect(page).toHaveURL(new RegExp(BOUTS))
    // A minute of business time takes a second or two: bouts that start too soon would be in play or suspended before
    // the bet is placed.
    const bouts = (await games.startingWithin(20, 120)).filter((game) => game.league_key === BOUTS)
    const legs = bouts.slice(0, 3)
    for (const game of legs) await select(page, game.home_team)
    await expect(betButton(page)).toHaveAccessibleName(/\b3 selections\b/)
    const receipt = await placeSlip(page, '5')
    await expect(receipt.getByText('3-Leg Parlay')).toBeVisible()
    await expectBalance(page, 8_500)
    await receipt.getByRole('button', { name: 'My Bets' }).click()
  })

  await test.step('both settle by themselves, and the balance includes the returns', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'My Bets' })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Settled Bets 2' })).toBeVisible({ timeout: SETTLED_MS })
    await page.getByRole('tab', { name: /Settled Bets/ }).click()
    const cards = page.getByRole('article')
    await expect(cards).toHaveCount(2)
    let returned = 0
    for (const text of await cards.allInnerTexts()) {
      expect(text).toMatch(/Won|Lost|Refunded/)
      returned += Number(/Returned\s+€([\d,]+\.\d{2})/.exec(text)?.[1]?.replace(/[,.]/g, ''))
    }
    await expect.poll(() => balanceCents(page)).toBe(8_500 + returned)
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
  })

  await test.step('the back office lists both bets', async () => {
    await adminPage.getByRole('link', { name: 'Open Bets' }).click()
    // Other tests bet too, and the list has pages.
    await adminPage.getByRole('searchbox', { name: 'Username' }).fill(bettor.username)
    await expect(adminPage.getByRole('link', { name: bettor.username, exact: true })).toHaveCount(2)
  })
  await context.close()
})

/** The text of the slip, to say why placing failed. */
const whyNot = async (page: Page): Promise<string> =>
  (await page.getByRole('complementary', { name: /bet slip/i }).allInnerTexts()).join(' ').replace(/\s+/g, ' ')

/**
 * Football first: two hours, where other sports may take seven. Bouts last: they may be over before the bet is placed.
 */
const turnOf = ({ sport, league_key }: Game): number => (sport === 'soccer' ? 0 : league_key === BOUTS ? 2 : 1)

/** Minutes of a game after which enough of it is left, of any sport but bouts, to place a bet on it. */
const FIRST_PART_MINUTES = 60

/**
 * Of games of one turn, the one that is furthest into its first part: whoever bet on the newest waited for all of it.
 */
const waitOf = ({ commence_time }: Game, now: string): number => {
  const played = (Date.parse(now) - Date.parse(commence_time)) / 60_000
  return played <= FIRST_PART_MINUTES ? FIRST_PART_MINUTES - played : played
}

/** Places a single on a game in play. A game may end or be suspended before that: then it tries the next one. */
async function placeOnLive(page: Page, games: Games) {
  const tried = new Set<string>()
  const deadline = Date.now() + LIVE_MS
  const openGames = async () =>
    (await games.live()).filter((game) => game.odds && game.bettable && settlesByItself(game.league_key))
  for (;;) {
    if (Date.now() > deadline) throw new Error('no game in play accepted a bet')
    const open = (await openGames()).filter(({ id }) => !tried.has(id))
    const { now } = await (await page.request.get('/api/clock')).json()
    const [chosen] = open.sort((a, b) => turnOf(a) - turnOf(b) || waitOf(a, now) - waitOf(b, now))
    if (chosen === undefined) {
      tried.clear()
      await expect.poll(async () => (await openGames()).length, { timeout: LIVE_MS }).toBeGreaterThan(0)
      continue
    }
    tried.add(chosen.id)
    try {
      await select(page, chosen.home_team, 15_000)
      return await placeSlip(page, '10', 45_000)
    } catch (error) {
      test
        .info()
        .annotations.push({ type: 'not accepted', description: `${chosen.home_team}: ${await whyNot(page)}: ${error}` })
      // A bet sent in time may be answered late, and nothing else can be pressed until then.
      const clear = page.getByRole('button', { name: 'Clear bet slip' })
      await expect(async () => {
        if (await receiptOf(page).isVisible()) return
        if (await clear.isVisible()) await clear.click({ timeout: 5_000 })
        await expect(clear).toBeHidden({ timeout: 5_000 })
      }).toPass({ timeout: 90_000 })
      if (await receiptOf(page).isVisible()) return receiptOf(page)
    }
  }
}
