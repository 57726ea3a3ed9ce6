// Fixtures of all browser tests: the product's address, people with money, games to bet on, and a check of what the
// pages request.
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import type { Game, SignedIn, User } from '#services/contract/contract.ts'
import { SUPER_ADMIN } from './product.ts'
import { take } from './taken.ts'

export { expect }

export interface Account {
  user: User
  token: string
  password: string
}

export interface People {
  /** Creates a bettor with this balance. */
  bettor(euros: number): Promise<Account>
  /** Creates an admin with a float of 20,000. */
  admin(): Promise<Account>
  superAdmin(): Promise<Account>
}

export interface Games {
  live(): Promise<Game[]>
  upcoming(): Promise<Game[]>
  /**
   * Priced games that start in this many minutes of business time; those that a slow machine has the most time for come
   * first. None is one that a test stops betting on.
   */
  startingWithin(from: number, to: number): Promise<Game[]>
  /** A priced game for the one test that stops betting on it; no other test gets it. */
  toStop(): Promise<Game>
}

interface Fixtures {
  people: People
  games: Games
  ownRequestsOnly: undefined
}

export const test = base.extend<Fixtures>({
  baseURL: async ({ browserName: _ }, use) => {
    const url = process.env.FAIRBOOK_URL
    if (url === undefined) throw new Error('the product was not started: see product.ts')
    await use(url)
  },
  people: async ({ request }, use) => use(createPeople(request)),
  games: async ({ request }, use) => use(createGames(request)),
  /** Fails the test on requests to other origins, script errors and violations of the content security policy. */
  ownRequestsOnly: [
    async ({ context, baseURL }, use) => {
      const problems: string[] = []
      const origin = new URL(baseURL ?? '').origin
      context.on('request', (request) => {
        const url = new URL(request.url())
        if (url.origin !== origin && !['data:', 'blob:'].includes(url.protocol)) problems.push(`requested ${url.href}`)
      })
      context.on('weberror', (error) => problems.push(`failed: ${error.error().message}`))
      context.on('console', (message) => {
        if (/content security policy/i.test(message.text())) problems.push(message.text())
      })
      await use(undefined)
      expect(problems).toEqual([])
    },
    { auto: true },
  ],
})

let serial = 0
/** At most twenty characters, and unique over all workers and runs. */
export const newName = (kind: string): string =>
  `${kind}-${Date.now().toString(36)}-${process.env.TEST_PARALLEL_INDEX}${(++serial).toString(36)}`

const PASSWORD = 'correct-horse'

/**
 * The admin who creates this worker's bettors; no test sees it. With an admin for each bettor there would be three
 * times as many password hashes, which are slow on purpose.
 */
let desk: Promise<Account> | undefined

function createPeople(request: APIRequestContext): People {
  const post = async <Reply>(path: string, body: object, token?: string): Promise<Reply> => {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
    const reply = await request.post(path, { data: body, headers })
    expect(reply.status(), await reply.text()).toBe(200)
    return reply.json()
  }
  const signIn = async (username: string, password: string): Promise<Account> => {
    const { user, token } = await post<SignedIn>('/api/auth/auth', { action: 'signin', username, password })
    return { user, token, password }
  }
  const superAdmin = () => signIn(SUPER_ADMIN.username, SUPER_ADMIN.password)
  const admin = async () => {
    const adminUsername = newName('desk')
    const { token } = await superAdmin()
    await post(
      '/api/admin/dashboard',
      { action: 'createUserAsAdmin', adminUsername, adminPassword: PASSWORD, adminBalance: 20_000 },
      token,
    )
    return signIn(adminUsername, PASSWORD)
  }
  return {
    superAdmin,
    admin,
    bettor: async (euros) => {
      const username = newName('bettor')
      desk ??= admin()
      const { token } = await desk
      const body = { action: 'createUser', username, password: PASSWORD, initialBalance: euros }
      await post('/api/admin/dashboard', body, token)
      return signIn(username, PASSWORD)
    },
  }
}

/** One starts every hour, and the other leagues have enough games without it. */
const TO_STOP = 'basketball_nba'

function createGames(request: APIRequestContext): Games {
  const get = async <Reply>(path: string): Promise<Reply> => (await request.get(path)).json()
  const upcoming = () => get<Game[]>('/api/sports?upcoming=true')
  const priced = async (from: number, to: number) => {
    const { now } = await get<{ now: string }>('/api/clock')
    const minutes = (game: Game) => (Date.parse(game.commence_time) - Date.parse(now)) / 60_000
    const games = await upcoming()
    // Tests find a price by its team. Where a team has two games in a league, they find that of the first.
    const isFirst = (game: Game) =>
      !games.some(
        (other) =>
          other.league_key === game.league_key &&
          other.commence_time < game.commence_time &&
          [other.home_team, other.away_team].includes(game.home_team),
      )
    return games
      .filter((game) => game.odds && minutes(game) >= from && minutes(game) <= to && isFirst(game))
      .sort((a, b) => b.commence_time.localeCompare(a.commence_time))
  }
  return {
    live: () => get<Game[]>('/api/sports/live'),
    upcoming,
    startingWithin: async (from, to) => (await priced(from, to)).filter(({ league_key }) => league_key !== TO_STOP),
    toStop: async () => {
      let game: Game | undefined
      await expect
        .poll(async () => {
          // Three at a time: one for each width, and one for a retry.
          game ??= (await priced(45, 240)).find((each) => each.league_key === TO_STOP && !each.stopped && take(each))
          return game
        })
        .toBeDefined()
      return game!
    },
  }
}

/** Signs in without the form: stores the session before the first page loads. */
export async function enterAs(page: Page, { user, token }: Account): Promise<void> {
  await page.context().addInitScript(
    ([storedUser, storedToken]) => {
      if (location.protocol !== 'http:') return
      localStorage.setItem('fairbook.user', storedUser ?? '')
      localStorage.setItem('fairbook.token', storedToken ?? '')
    },
    [JSON.stringify(user), token],
  )
}

export async function useTheme(page: Page, theme: 'dark' | 'light'): Promise<void> {
  await page.context().addInitScript((chosen) => {
    if (location.protocol === 'http:') localStorage.setItem('fairbook.theme', chosen)
  }, theme)
}

/** The price button of a team. */
export const price = (page: Page, team: string) =>
  page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`${escaped(team)} to win`) })
    .first()

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Adds a team to the slip. Retried, because the list moves up whenever a game starts: a press during that hits another
 * row.
 */
export async function select(page: Page, team: string, timeout = 60_000): Promise<void> {
  const button = price(page, team)
  await expect(async () => {
    // Bounded, so that none is left behind that presses later.
    if ((await button.getAttribute('aria-pressed', { timeout: 5_000 })) !== 'true')
      await button.click({ timeout: 5_000 })
    await expect(button).toHaveAttribute('aria-pressed', 'true', { timeout: 3_000 })
  }).toPass({ timeout })
}

/** The button in the header with the number of selections. */
export const betButton = (page: Page) => page.getByRole('banner').getByRole('button', { name: /bet slip/i })

/** The header, even while a dialog hides it from screen readers. */
export const header = (page: Page) => page.locator('header')

/**
 * Collects the texts of notifications from now on. Each is shown for less than three seconds, which a busy page may
 * spend between two checks of a test.
 */
export async function noticesOf(page: Page): Promise<() => Promise<string[]>> {
  const said = await page.evaluateHandle(() => {
    const texts: string[] = []
    new MutationObserver((changes) => {
      for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes]))
        if (added instanceof Element && added.closest('[aria-label="Notifications"]') !== null)
          texts.push(added.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true })
    return texts
  })
  return () => said.jsonValue()
}

/** Opens the slip unless it is open. */
export async function openSlip(page: Page): Promise<void> {
  const stake = page.getByLabel(/^Stake (on each bet )?in euro$/)
  // While its code is loading, a second press on the button would close it again.
  await expect(async () => {
    if ((await betButton(page).getAttribute('aria-expanded')) !== 'true')
      await betButton(page).click({ timeout: 5_000 })
    await expect(stake).toBeVisible({ timeout: 3_000 })
  }).toPass({ timeout: 60_000 })
}

/** Adds the home team of each game to the slip, on the page of its league. */
export async function pick(page: Page, ...games: Game[]): Promise<void> {
  for (const game of games) {
    await page.goto(`/leagues/${game.league_key}`)
    await select(page, game.home_team)
  }
}

/** The receipt dialog, but not the notification that also says 'placed'. */
export const receiptOf = (page: Page) => page.getByRole('dialog', { name: /placed/ }).filter({ hasText: 'struck at' })

/** Places the slip at the current odds, whatever they are; returns the receipt. */
export async function placeSlip(page: Page, stake: string, timeout = 120_000) {
  await openSlip(page)
  await page.getByLabel(/^Stake (on each bet )?in euro$/).fill(stake, { timeout })
  const receipt = receiptOf(page)
  await expect(async () => {
    if (await receipt.isVisible()) return
    // In play, odds may change between the check and the press: accept the new ones, all at once if several changed.
    const all = page.getByRole('button', { name: 'Accept all' })
    const accept = (await all.isVisible()) ? all : page.getByRole('button', { name: /^Accept \d/ }).first()
    if (await accept.isVisible()) await accept.click({ timeout: 3_000 })
    await page.getByRole('button', { name: /^Place (bet|\d+ bets)/ }).click({ timeout: 3_000 })
    await expect(receipt).toBeVisible({ timeout: 8_000 })
  }).toPass({ timeout })
  return receipt
}

/** The balance in the header, in cents. */
export async function balanceCents(page: Page): Promise<number> {
  const text =
    (await header(page)
      .getByText(/^€[\d,]+\.\d{2}$/)
      .textContent()) ?? ''
  return Number(text.replace(/[^\d]/g, ''))
}

/** Filters the list of users by this name, and waits until it is still: a press on a row that moves is not a click. */
export async function findUser(page: Page, username: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Name begins with' }).fill(username)
  const list = page.getByRole('region', { name: 'Users', exact: true })
  await expect(list.getByRole('button', { name: 'Clear' })).toBeVisible()
  await expect(list.locator('[aria-busy]')).toHaveCount(0)
}
