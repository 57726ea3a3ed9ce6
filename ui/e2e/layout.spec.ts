// What is never cut off, and what keeps its place: names beside prices, lists while they load, targets under a finger.
import type { Locator, Page } from '@playwright/test'
import { aBet, aGame, aLiveGame } from '#ui/testing/factories.ts'
import { enterAs, expect, type Games, newName, openSlip, pick, placeSlip, test } from './fixtures.ts'

const LONG = ['Brighton and Hove Albion', 'Alejandro Davidovich Fokina'] as const
const LONGER = [
  'Borussia Mönchengladbach und Freunde 1900 e. V.',
  'Llanfairpwllgwyngyllgogerychwyrndrobwll FC',
] as const

const LEAGUE = 'FIFA World Cup Qualifiers - South America'

/** Adds the match prices once more as another market, whose card is only half as wide. */
const withThreeWays = (h2h: string, key: string, rest: string) => `${h2h},${key.replace('h2h', 'h2h_3_way')}${rest}`

/** Sets the browser's letters to twice their size, as some users do. */
async function doubleLetters(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
}

/** Opens the page of a football game whose teams have these names. The returned function raises all of its prices. */
async function openNamed(page: Page, games: Games, names: readonly [string, string] = LONG, above = 0) {
  const game = (await games.startingWithin(30, 400)).find(({ sport }) => sport === 'soccer')!
  let raisedBy = above
  await page.clock.install()
  await page.route('**/api/stream**', (route) => route.abort())
  await page.route('**/api/sports/**', async (route) => {
    const response = await route.fetch()
    const text = (await response.text()).replaceAll(game.home_team, names[0]).replaceAll(game.away_team, names[1])
    const body = text.replace(/"price":([\d.]+)/g, (_, price) => `"price":${(Number(price) + raisedBy).toFixed(2)}`)
    await route.fulfill({
      response,
      body: body.replaceAll(/(\{"key":"h2h",)([^{}]*"outcomes":\[.*?\]\})/g, withThreeWays),
    })
  })
  await page.goto(`/leagues/${game.league_key}/events/${game.id}`)
  await expect(page.getByRole('button', { name: new RegExp(`^${names[0]}`) }).first()).toBeVisible()
  return async () => {
    raisedBy = above + 1
    await page.clock.fastForward('00:31')
  }
}

test('names of outcomes are not cut off', async ({ page, games }) => {
  await openNamed(page, games)
  const cut = await page.getByRole('main').evaluate(
    (main, names) => {
      const labels = [...main.querySelectorAll('button[aria-pressed] > span')]
      const named = labels.filter(({ textContent }) => names.includes(textContent ?? ''))
      // Parts of letters that extend beyond their line do not count.
      const LINE = 8
      const whole = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: Element) =>
        scrollWidth <= clientWidth && scrollHeight - clientHeight < LINE
      return { seen: named.length > 1, cut: named.flatMap((label) => (whole(label) ? [] : [label.textContent])) }
    },
    LONG as readonly string[],
  )
  expect(cut).toEqual({ seen: true, cut: [] })
})

test('names of any length stay in place', { tag: '@phone' }, async ({ page, games }) => {
  await openNamed(page, games, LONGER)
  await page
    .getByRole('button', { name: new RegExp(`^${LONGER[0]}`) })
    .first()
    .click()
  const peek = page.getByRole('button', { name: `Bet slip · ${LONGER[0]}` })
  const name = page.getByRole('region', { name: 'Scoreboard' }).getByText(LONGER[1])
  for (const one of [peek, name]) {
    await expect(one).toBeVisible()
    const sizes = await one.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
      scrollWidth <= clientWidth,
      scrollHeight <= clientHeight,
    ])
    expect(sizes).toEqual([true, true])
  }
})

test('names of a board, and of its leagues, wrap with letters twice as large, each beside its own score', async ({
  page,
}) => {
  const { now } = await (await page.request.get('/api/clock')).json()
  const [home_team, away_team] = LONGER
  const game = aLiveGame({
    home_team,
    away_team,
    league_key: 'soccer_nowhere',
    league_title: LEAGUE,
    commence_time: new Date(Date.parse(now) - 31 * 60_000).toISOString(),
    last_update: now,
    scores: LONGER.map((name, index) => ({ name, score: `${index + 3}` })),
  })
  await page.route('**/api/sports/live*', (route) => route.fulfill({ json: [game] }))
  await page.route('**/api/stream**', (route) => route.abort())
  await page.goto('/rules')
  await doubleLetters(page)
  await page.getByRole('link', { name: /^Live/ }).first().click()
  const names = page.getByRole('main').getByRole('link', { name: home_team }).locator('span')
  await expect(names).toHaveText([home_team, away_team])
  expect(await cutOf(page, '.board-row a, .board-row a span, h2 span')).toEqual(WHOLE)
  const tops = async (all: Locator) => all.evaluateAll((each) => each.map((one) => one.getClientRects()[0]!.top))
  const scores = page.locator('.board-row a + div > span')
  await expect(scores).toHaveText(['3', '4'])
  expect(await tops(scores)).toEqual(await tops(names))
})

test('names among the results wrap with letters twice as large', { tag: '@phone' }, async ({ page }) => {
  const [home_team, away_team] = LONGER
  const game = {
    ...aGame({ home_team, away_team, league_title: LEAGUE, completed: true }),
    score: { home: 2, away: 1 },
    ended: 'abandoned',
  }
  await page.route('**/api/sports/results**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ json: { ...(await response.json()), games: [game] } })
  })
  await page.goto('/rules')
  await doubleLetters(page)
  await page.goto('/results')
  await expect(page.getByRole('main').getByText(home_team)).toBeVisible()
  expect(await cutOf(page, 'li a, li a span, h3 span')).toEqual(WHOLE)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})

test('no page is wider than a phone with letters twice as large', { tag: '@phone' }, async ({
  page,
  people,
  games,
}) => {
  await enterAs(page, await people.bettor(5))
  await pick(page, (await games.startingWithin(60, 240))[0]!)
  await placeSlip(page, '1')
  await doubleLetters(page)
  for (const path of ['/', '/sports', '/my-bets', '/profile', '/profile?tab=limits', '/profile?tab=settings']) {
    await page.goto(path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    const widths = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth])
    expect(widths, path).toEqual([390, 390])
  }
  await page.goto('/my-bets')
  const bet = page.getByRole('article').first()
  await expect(bet).toBeVisible()
  const cut = await bet.evaluate((article) => {
    const figures = [...article.querySelectorAll('h2, .bet-score, .bet-odds, .bet-clock, .bet-standing')]
    return figures.flatMap(({ scrollWidth, clientWidth, className }) => (scrollWidth > clientWidth ? [className] : []))
  })
  expect(cut).toEqual([])
})

/** Which of these elements are cut off: beyond the edge of the window, or of themselves. */
const cutOf = (page: Page, selector: string) =>
  page.getByRole('main').evaluate((main, which) => {
    const seen = [...main.querySelectorAll(which)].filter((one) => one.checkVisibility())
    // Parts of letters that extend beyond their line do not count.
    const LINE = 8
    const isCut = (one: Element) =>
      one.getBoundingClientRect().right > innerWidth ||
      one.scrollWidth > one.clientWidth + 1 ||
      one.scrollHeight > one.clientHeight + LINE
    return {
      any: seen.length > 0,
      cut: seen.filter(isCut).map(({ tagName, textContent }) => `${tagName}: ${textContent}`),
    }
  }, selector)
const WHOLE = { any: true, cut: [] }

/** Which words of the prices leave their box, or break over two lines. */
const tornOf = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const words = [...main.querySelectorAll('button[aria-pressed]')].flatMap((button) => {
      const box = button.getBoundingClientRect()
      const texts = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
      const found: { word: string; isTorn: boolean }[] = []
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
        // For screen readers only.
        if (getComputedStyle(text.parentElement!).clipPath !== 'none') continue
        for (const { 0: word, index } of text.textContent!.matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          const { left, right } = range.getBoundingClientRect()
          const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
          // Not drawn where a column has a heading.
          if (lines > 0) found.push({ word, isTorn: lines > 1 || left < box.left || right > box.right })
        }
      }
      return found
    })
    return {
      any: words.some(({ word }) => /^\d{4}\.\d/.test(word)),
      torn: words.flatMap(({ word, isTorn }) => (isTorn ? [word] : [])),
    }
  })

test('figures and names are not cut off with letters twice as large', { tag: '@phone' }, async ({
  page,
  people,
  games,
}) => {
  await enterAs(page, await people.bettor(12_345.67))
  const share = { bets: 12, staked: 1234.5, profit: -1234.56 }
  await page.route('**/api/bets/performance*', (route) =>
    route.fulfill({
      json: {
        days: [{ day: '2026-11-21', ...share }],
        sports: [{ sport: 'several', ...share }],
        markets: [{ market: 'h2h_3_way', ...share }],
      },
    }),
  )
  await pick(page, (await games.startingWithin(60, 240))[0]!)
  await placeSlip(page, '1234.56')
  await doubleLetters(page)
  await page.goto('/profile?tab=statistics')
  const statement = page.getByRole('region', { name: 'Account statement' }).getByRole('table')
  await expect(statement).toContainText('€11,111.11')
  await expect(page.getByRole('region', { name: 'By market' })).toContainText('−€1,234.56')
  expect(await cutOf(page, 'dd, td, th')).toEqual(WHOLE)
  const note = await page.getByRole('banner').getByText('Prices live').first().boundingBox()
  const balance = await page.getByRole('banner').locator('p', { hasText: '€11,111.11' }).boundingBox()
  expect(balance!.y + balance!.height).toBeLessThanOrEqual(note!.y)
  await openNamed(page, games)
  expect(await cutOf(page, '.odds-name, table th, [aria-label=Scoreboard] .line-clamp-2')).toEqual(WHOLE)
  await page.goto('/livegames')
  await expect(page.locator('main button[aria-pressed] svg').first()).toBeVisible()
  expect(await cutOf(page, 'li button[aria-pressed]')).toEqual(WHOLE)
})

test('no word is broken for a price, and odds above a thousand stay in their box, with letters twice as large', async ({
  page,
  games,
}) => {
  await page.goto('/rules')
  await doubleLetters(page)
  await openNamed(page, games, ['Borussia Mönchengladbach', 'Brighton and Hove Albion'], 1_200)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  expect(await tornOf(page)).toEqual({ any: true, torn: [] })
  // To its league, where a game's prices are side by side.
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').last().click()
  await expect(page.locator('main li button[aria-pressed]').first()).toContainText(/\d{4}/)
  expect(await tornOf(page)).toEqual({ any: true, torn: [] })
})

test('the back office fits a phone with letters twice as large', { tag: '@phone' }, async ({ page, people }) => {
  await enterAs(page, await people.superAdmin())
  await page.goto('/admin/league-blacklist')
  await page.getByRole('button', { name: 'Load', exact: true }).click()
  await expect(page.getByText('FIFA World Cup Qualifiers - South America')).toBeAttached()
  expect(await cutOf(page, 'li span')).toEqual(WHOLE)
  await doubleLetters(page)
  for (const path of ['league-blacklist', 'settings', 'balances', 'own-float']) {
    await page.goto(`/admin/${path}`)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeAttached()
    await expect(page.locator('main input').first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390)
    expect((await cutOf(page, 'input:not([aria-hidden])')).cut, path).toEqual([])
  }
  await page.route('**/api/admin/alerts', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), alerts: ALERTS, total: ALERTS.length } })
  })
  for (const [path, part] of [
    ['alerts', page.getByRole('button', { name: /^Runbook/ }).first()],
    ['suspicions', page.getByRole('tab').last()],
    ['', page.getByText(/^Logged in as/)],
  ] as const) {
    await page.goto(`/admin/${path}`)
    await expect(part).toBeVisible()
    const card = part.locator('xpath=ancestor::*[contains(@class, "rounded-c")][1]')
    const over = (await card.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)) > 0
    expect({ over, page: await page.evaluate(() => document.documentElement.scrollWidth) }, path || 'home').toEqual({
      over: false,
      page: 390,
    })
    // No word is broken into its letters.
    expect((await part.boundingBox())!.width, path || 'home').toBeGreaterThan(90)
    expect((await page.getByRole('banner').getByRole('button').first().boundingBox())!.height).toBeGreaterThan(70)
  }
})

/** What is torn in a part of the page: a word over two lines, a target or a text beyond its edge. */
const brokenIn = (part: Locator) =>
  part.evaluate((root) => {
    const { left, right } = root.getBoundingClientRect()
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const broken: string[] = []
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.parentElement!.closest('.sr-only') !== null) continue
      for (const { 0: word, index } of text.textContent!.matchAll(/[^\s-]+/g)) {
        const range = document.createRange()
        range.setStart(text, index)
        range.setEnd(text, index + word.length)
        const boxes = [...range.getClientRects()]
        if (new Set(boxes.map(({ top }) => Math.round(top))).size > 1) broken.push(`torn: ${word}`)
      }
    }
    for (const one of root.querySelectorAll<HTMLElement>('button, dt, dd, span')) {
      const box = one.getBoundingClientRect()
      if (box.width > 1 && (box.left < left || box.right > right)) broken.push(`beyond: ${one.textContent}`)
      if (getComputedStyle(one).textOverflow === 'ellipsis' && one.scrollWidth > one.clientWidth)
        broken.push(`cut: ${one.textContent}`)
    }
    return { any: root.textContent !== '', broken }
  })
const UNBROKEN = { any: true, broken: [] }

test('errors and dialogs can be read with letters twice as large', { tag: '@phone' }, async ({ page, people }) => {
  const { user } = await people.admin()
  await enterAs(page, await people.superAdmin())
  await page.goto('/rules')
  await doubleLetters(page)
  await page.route('**/api/admin/rules', (route) => route.fulfill({ status: 503, json: { error: 'Out of reach' } }))
  await page.goto('/admin/settings')
  const error = page.getByRole('alert').filter({ hasText: 'Out of reach' })
  await expect(error).toHaveCount(1)
  expect(await brokenIn(error)).toEqual(UNBROKEN)
  await page.goto('/admin/admins')
  await page.getByRole('button', { name: `Remove ${user.username}` }).click()
  const confirm = page.getByRole('alertdialog')
  await expect(confirm.getByText('€20,000.00 →')).toBeVisible()
  expect(await brokenIn(confirm)).toEqual(UNBROKEN)
})

test('leagues of the blacklist and suspended prices can be read with letters twice as large', {
  tag: '@phone',
}, async ({ page, people }) => {
  await enterAs(page, await people.superAdmin())
  await page.goto('/rules')
  await doubleLetters(page)
  await page.goto('/admin/league-blacklist')
  const leagues = page.getByRole('region', { name: /^Available Leagues/ })
  await expect(leagues.getByText('HockeyAllsvenskan')).toBeAttached()
  expect(await brokenIn(leagues)).toEqual(UNBROKEN)
  const suspended = {
    ...{ eventId: 'e'.repeat(32), home_team: 'Toronto Blue Jays', away_team: 'Minnesota Twins' },
    ...{ market: 'h2h', reason: 'placeholder', move: null, since: new Date().toISOString() },
  }
  await page.route(/type=suspended-markets/, (route) =>
    route.fulfill({ json: { markets: [suspended], total: 1, page: 1, pageSize: 10 } }),
  )
  await page.goto('/admin/settlement')
  const release = page.getByRole('button', { name: /^Release/ })
  const why = page
    .getByRole('listitem')
    .filter({ has: release })
    .getByText(/^Match Result/)
  const [above, below] = [(await release.boundingBox())!, (await why.boundingBox())!]
  expect(below.y - (above.y + above.height)).toBeGreaterThanOrEqual(8)
})

test('what leads on from the history of a bet is as large as a finger', { tag: '@phone' }, async ({
  page,
  people,
  games,
}) => {
  await enterAs(page, await people.bettor(5))
  await pick(page, (await games.startingWithin(60, 240))[0]!)
  await placeSlip(page, '1')
  await page.goto('/my-bets')
  await page.getByRole('button', { name: 'History' }).click()
  const link = page.getByRole('dialog').getByRole('link', { name: 'Check a receipt' })
  await expect.poll(async () => (await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})

test("the ways to a settled bet's receipts are on one line", { tag: '@phone' }, async ({ page, people }) => {
  await enterAs(page, await people.bettor(5))
  const bets = [aBet({ status: 'won' })]
  await page.route('**/api/bets/my-bets**', (route) => route.fulfill({ json: bets }))
  await page.goto('/my-bets?tab=settled')
  await page.getByRole('button', { name: 'History' }).click()
  const ways = page.getByRole('dialog').locator('footer').getByRole('button').or(page.getByText('Check a receipt'))
  await expect(ways).toHaveCount(3)
  const middles = await ways.evaluateAll((all) =>
    all.map((one) => one.getBoundingClientRect()).map(({ y, height }) => y + height / 2),
  )
  expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(2)
})

test('the arrow of a price that moved is beside the name', async ({ page, games }) => {
  const raise = await openNamed(page, games)
  await raise()
  const overlaps = await page.waitForFunction(() => {
    const moved = [...document.querySelectorAll('main button[data-move]')].flatMap((button) => {
      const name = [...button.children].find((child) => !child.ariaHidden)
      const arrow = [...button.children].find((child) => /^[▲▼]$/.test(child.textContent ?? ''))
      return name && arrow && !name.classList.contains('sr-only') ? [{ name, arrow }] : []
    })
    if (moved.length === 0) return null
    return moved.map(({ name, arrow }) => {
      const text = document.createRange()
      text.selectNodeContents(name)
      return text.getBoundingClientRect().right > arrow.getBoundingClientRect().left
    })
  })
  expect(await overlaps.jsonValue()).not.toContain(true)
})

test('a finger has room between Deposit and Place bet', { tag: '@phone' }, async ({ page, people, games }) => {
  await enterAs(page, await people.bettor(5))
  await pick(page, (await games.startingWithin(60, 240))[0]!)
  await openSlip(page)
  await page.getByLabel('Stake in euro').fill('9000')
  const [deposit, place] = [
    page.getByRole('button', { name: 'Deposit' }),
    page.getByRole('button', { name: /^Place bet/ }),
  ]
  await expect(deposit).toBeVisible()
  const [box, below] = [(await deposit.boundingBox())!, (await place.boundingBox())!]
  expect(below.y - (box.y + box.height)).toBeGreaterThanOrEqual(6)
  // The target is higher than what is drawn, and does not reach into Place bet.
  const hit = (y: number) =>
    page.evaluate(([x, at]) => document.elementFromPoint(x!, at!)?.textContent, [box.x + box.width / 2, y])
  const middle = box.y + box.height / 2
  expect(await Promise.all([hit(middle - 21), hit(middle + 21)])).toEqual(['Deposit', 'Deposit'])
  expect(await hit(below.y + 1)).toContain('Place bet')
})

test('the tabs and filters of My Bets are there before their lists, and stay in place', async ({ page, people }) => {
  await enterAs(page, await people.bettor(5))
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
  await page.route(/\/api\/(bets|sports)/, async (route) => {
    await asked
    await route.continue()
  })
  await page.goto('/my-bets')
  await expect(page.getByText('Loading your bets…')).toBeVisible()
  const places = async () => ({
    tabs: await page.getByRole('tablist').boundingBox(),
    kind: await page.getByRole('combobox', { name: 'Kind' }).boundingBox(),
  })
  const before = await places()
  expect(before.tabs!.y + before.tabs!.height).toBeLessThan(before.kind!.y)
  answer()
  await expect(page.getByText('No open bets.')).toBeVisible()
  expect(await places()).toEqual(before)
  await page.getByRole('tab', { name: /^Settled/ }).click()
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('parlay')
  await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeInViewport({ ratio: 1 })
})

test('skeletons are as round as what replaces them', async ({ page }) => {
  await page.route('**/api/**', () => {})
  await page.goto('/sports')
  await expect(page.getByText('Loading sports...')).toBeVisible()
  const card = page.locator('.animate-skeleton:visible').last()
  await expect(card).toHaveCSS('border-radius', '14px')
})

for (const kinds of [3, 0])
  test(`the statement is in its final place while ${kinds} kinds of results above it load`, async ({
    page,
    people,
  }) => {
    await enterAs(page, await people.bettor(5))
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    const share = { bets: 1, staked: 10, profit: -10 }
    const rows = (name: string) => ['a', 'b', 'c'].slice(0, kinds).map((key) => ({ [name]: key, ...share }))
    const performance = {
      days: kinds === 0 ? [] : [{ day: '2026-11-21', ...share }],
      sports: rows('sport'),
      markets: rows('market'),
    }
    await page.route('**/api/bets/{statistics,performance}*', async (route) => {
      await asked
      await (route.request().url().includes('performance') ? route.fulfill({ json: performance }) : route.continue())
    })
    await page.goto('/profile?tab=statistics')
    await expect(page.getByText('Loading your results…')).toBeVisible()
    const statement = page.getByRole('heading', { name: 'Account statement' })
    await expect(statement).toBeVisible()
    const before = await statement.boundingBox()
    answer()
    await expect(page.getByText(kinds === 0 ? 'No results yet.' : 'By market').first()).toBeVisible()
    await expect(page.getByText('Total stake')).toBeVisible()
    const after = await statement.boundingBox()
    expect(Math.abs(after!.y - before!.y), 'pixels that the statement moved').toBeLessThan(24)
  })

/** How much of the page moved by itself so far, as browsers measure it. What is drawn now counts too. */
const layoutShift = (page: Page) =>
  page.evaluate(async () => {
    await new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame)))
    await new Promise((idle) => requestIdleCallback(idle))
    const observer = new PerformanceObserver(() => undefined)
    observer.observe({ type: 'layout-shift', buffered: true })
    // everything since the page began, at once: the observer is never called for a page on which nothing moved
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]
    observer.disconnect()
    return shifts.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0)
  })

for (const count of [0, 2])
  test(`a league of ${count} games moves nothing on screen when they load`, async ({ page, games }) => {
    const game = (await games.startingWithin(30, 400)).find(({ sport }) => sport === 'soccer')!
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    const coming = Array.from({ length: count }, (_, index) => ({
      ...game,
      league_key: 'soccer_epl',
      id: `${index}`.padStart(32, '0'),
    }))
    await page.route('**/api/sports/soccer_epl*', async (route) => {
      await asked
      await route.fulfill({ json: coming })
    })
    // The stream would bring games that the league really has.
    await page.route('**/api/stream**', (route) => route.abort())
    await page.goto('/leagues/soccer_epl')
    await expect(page.getByText('Loading Games of the Day...')).toBeVisible()
    await expect(page.getByRole('heading', { name: /Live$/ })).toBeAttached()
    answer()
    await expect(page.getByText('No live games right now')).toBeVisible()
    expect(await layoutShift(page)).toBeLessThan(0.02)
  })

for (const sports of [['soccer', 'tennis'], ['soccer'], []])
  test(`the results of ${sports.length} sports take the place of their skeleton`, async ({ page }) => {
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>()
    const games = sports.map((sport, index) => ({
      ...aGame({ sport, completed: true, id: `${index}`.padStart(32, '0') }),
      score: { home: 2, away: 1 },
      ended: null,
    }))
    await page.route('**/api/sports/results**', async (route) => {
      const response = await route.fetch()
      await asked
      await route.fulfill({ json: { ...(await response.json()), games } })
    })
    await page.goto('/results')
    const loading = page.locator('main .animate-skeleton')
    await expect(loading.first()).toBeVisible()
    await page.waitForLoadState('load')
    answer()
    await expect(loading).toHaveCount(0)
    expect(await layoutShift(page)).toBeLessThan(0.01)
  })

test('a game that starts, and one that ends, move nothing on home', async ({ page }) => {
  const { now } = await (await page.request.get('/api/clock')).json()
  const from = (minutes: number) => new Date(Date.parse(now) + minutes * 60_000).toISOString()
  const coming = Array.from({ length: 7 }, (_, n) =>
    aGame({
      id: `${n}`.padStart(32, '0'),
      league_key: `soccer_${n}`,
      home_team: `Home ${n}`,
      commence_time: from(60 + n),
    }),
  )
  const inPlay = (minute: number) => ({
    ...aLiveGame({ home_team: `Side ${minute}`, commence_time: from(-minute), last_update: now }),
    id: `a${minute}`.padStart(32, '0'),
  })
  const started = { ...inPlay(1), id: coming[0]!.id, home_team: 'Home 0', revision: 2 }
  let live = [inPlay(30), inPlay(20), inPlay(10)]
  await page.clock.install()
  await page.route('**/api/stream**', (route) => route.abort())
  await page.route('**/api/sports/live*', (route) => route.fulfill({ json: live }))
  await page.route('**/api/sports?upcoming=true', (route) => route.fulfill({ json: coming }))
  await page.goto('/home')
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  await expect(section('Upcoming Games').getByRole('link', { name: 'Home 5' })).toBeAttached()
  await expect(section('Live Now').getByRole('link', { name: 'Side 10' })).toBeAttached()
  const before = await layoutShift(page)
  live = [inPlay(20), inPlay(10), started]
  await page.clock.fastForward('00:31')
  await expect(section('Upcoming Games').getByText('LIVE')).toBeAttached()
  await expect(section('Upcoming Games').getByRole('button', { name: 'Show 1 new game' })).toBeVisible()
  // the header's note that pushes are late is a part of it
  expect((await layoutShift(page)) - before).toBeLessThan(0.001)
})

/** Lists of the back office that may be of any length, shortened as if there were little data. */
const SHORT = ['users', 'adminUsers', 'bets', 'lines']

/** More alerts than are expected while they load. */
const ALERTS = [1, 2, 3].map((games) => ({ kind: 'undecided', id: `${games}`, since: new Date(), games }))

const DESK_PAGES = [
  ...['overview', 'users', 'bets', 'ticker', 'league-blacklist', 'feed-health', 'alerts', 'suspicions', 'audit'],
  ...['balances', 'admins', 'approvals', 'settings'],
]

test('no page of the back office moves anything on screen when slow replies arrive', async ({ page, people }) => {
  await people.bettor(5)
  await enterAs(page, await people.superAdmin())
  let held = Promise.withResolvers<void>()
  // Events that happen meanwhile would add rows.
  await page.route('**/api/stream**', (route) => route.abort())
  await page.route('**/api/admin/**', async (route) => {
    const response = await route.fetch()
    const body: Record<string, unknown> = await response.json()
    for (const name of SHORT) {
      const list = body[name]
      if (Array.isArray(list)) body[name] = list.slice(0, 2)
    }
    if ('alerts' in body) Object.assign(body, { alerts: ALERTS, total: ALERTS.length })
    await held.promise
    await route.fulfill({ response, json: body })
  })
  for (const path of DESK_PAGES) {
    held = Promise.withResolvers()
    await page.goto(`/admin/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // Everything shown before the replies has its place.
    await page.waitForLoadState('load')
    await page.evaluate(() => new Promise((frame) => requestAnimationFrame(() => requestAnimationFrame(frame))))
    held.resolve()
    await expect(page.locator('main [data-opening]')).toHaveCount(0)
    await expect(page.locator('main .animate-skeleton')).toHaveCount(0)
    expect(await layoutShift(page), path).toBeLessThan(0.01)
  }
})

test('on a phone the overview begins with its alerts, and the clock has one line', { tag: '@phone' }, async ({
  page,
  people,
}) => {
  await enterAs(page, await people.superAdmin())
  await page.goto('/admin/overview')
  const top = async (name: string) =>
    (await page.getByRole('main').getByRole('heading', { level: 2, name }).boundingBox())!.y
  await expect(page.getByRole('slider')).toBeVisible()
  await expect(page.getByRole('heading', { level: 2, name: 'Largest liability' })).toBeVisible()
  const tops = [await top('Alerts'), await top('House Profit'), await top('Bets'), await top('Feed health')]
  expect(tops).toEqual(tops.toSorted((a, b) => a - b))
  const clock = page.getByRole('main').getByText(/simulated, \d+×$/)
  expect((await clock.evaluate((line) => line.getClientRects()[0]!.height)) - 24).toBeLessThan(24)
})

test('a link of the breadcrumb is as large as a finger', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/leagues/soccer_epl')
  const link = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link').first()
  await expect(link).toBeVisible()
  const hits = await link.evaluate((element) => {
    const { left, width, top, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    return [-21, 21].map((by) => document.elementFromPoint(x, y + by) === element)
  })
  expect(hits).toEqual([true, true])
})

test('figures are near the names that they belong to, and the title of the back office is on one line @desktop', async ({
  page,
  people,
  request,
}) => {
  const { token } = await people.superAdmin()
  await people.bettor(5)
  const auditor = { username: newName('aud'), password: 'correct-horse' }
  const made = await request.post('/api/admin/dashboard', {
    data: { action: 'createAuditor', ...auditor, reason: 'Looks at the pages' },
    headers: { Authorization: `Bearer ${token}` },
  })
  expect(made.status()).toBe(200)
  const signedIn = await request.post('/api/auth/auth', { data: { action: 'signin', ...auditor } })
  await enterAs(page, { ...(await signedIn.json()), password: auditor.password })
  for (const path of ['users', 'balances', 'admins']) {
    await page.goto(`/admin/${path}`)
    const table = page.getByRole('table').first()
    await expect(table.locator('tbody tr').first()).toBeVisible()
    const next = table.getByRole('columnheader').nth(1)
    // Where the column after the names begins, relative to the width of the table.
    await expect
      .poll(async () => {
        const [whole, second] = [await table.boundingBox(), await next.boundingBox()]
        return (second!.x - whole!.x) / whole!.width
      })
      .toBeLessThan(0.5)
  }
  const title = page.getByRole('banner').getByRole('link', { name: 'Back Office' })
  expect((await title.boundingBox())!.height).toBeLessThan(30)
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const bar = page.getByRole('banner')
    await expect.poll(() => bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    const search = bar.getByText('Search users, bets, events, ledger numbers')
    expect((await search.boundingBox())!.height).toBeLessThan(30)
  }
})
