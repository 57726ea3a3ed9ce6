// What pages show before their script has run.
import { enterAs, expect, test } from './fixtures.ts'
import { addressOf, VISITS } from './routes.ts'

test('no script competes with the first paint for the connection', async ({ request }) => {
  const head = (await (await request.get('/')).text()).split('</head>')[0]!
  const scripts = head.match(/<[^>]* (?:type="module"|rel="modulepreload")[^>]*>/g) ?? []
  expect(scripts.length).toBeGreaterThan(1)
  expect(scripts.filter((tag) => !tag.includes('fetchpriority="low"'))).toEqual([])
})

test('the title is in its final place, and nothing is empty in between', async ({ browser, baseURL, page }) => {
  const options = { baseURL: baseURL!, viewport: page.viewportSize(), hasTouch: page.viewportSize()!.width < 500 }
  const context = await browser.newContext({ ...options, isMobile: options.hasTouch, javaScriptEnabled: false })
  const still = await context.newPage()
  await still.goto('/')
  const title = (of: typeof page) => of.locator('h2', { hasText: 'Games of the Day' })
  const placed = await title(still).boundingBox()
  await context.close()

  await page.addInitScript(() => {
    const seen: boolean[] = []
    Object.assign(window, { seen })
    const look = () => {
      // While the page is still being parsed, it may be painted up to any point.
      if (document.readyState !== 'loading') seen.push(document.querySelector('h2') !== null)
      requestAnimationFrame(look)
    }
    look()
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Games of the Day', level: 2 })).toBeVisible()
  expect(await title(page).boundingBox()).toEqual(placed)
  const seen = await page.evaluate(() => (window as unknown as { seen: boolean[] }).seen)
  expect(seen).toContain(true)
  expect(seen).not.toContain(false)
})

/** Pages whose title is known before the script runs: it is already in its final place. */
const TITLED = ['/livegames', '/sports', '/my-bets', '/results']

test('every page has its frame before its script has run', async ({ browser, baseURL, page, games, people }) => {
  const isPhone = page.viewportSize()!.width < 500
  const options = { baseURL: baseURL!, viewport: page.viewportSize(), hasTouch: isPhone, isMobile: isPhone }
  const context = await browser.newContext({ ...options, javaScriptEnabled: false })
  const still = await context.newPage()
  const placed = new Map<string, unknown>()
  for (const { path, ...visit } of VISITS) {
    await still.goto(await addressOf({ path, ...visit }, games))
    await expect(still.getByText('Fairbook', { exact: true }), path).toBeVisible()
    if (path.startsWith('/admin') || path.startsWith('/login')) continue
    if (/password|factor/.test(path)) continue
    const nav = still.getByText('My Bets', { exact: true }).filter({ visible: true })
    await expect(nav.first(), path).toBeVisible()
    if (TITLED.includes(path)) placed.set(path, await still.locator('p.text-title').boundingBox())
  }
  await context.close()
  await enterAs(page, await people.bettor(5))
  for (const [path, box] of placed) {
    await page.goto(path)
    const title = page.getByRole('heading', { level: 1 })
    await expect(title).toBeVisible()
    const { x, y } = (await title.boundingBox())!
    expect({ path, x, y }).toEqual({ path, x: (box as { x: number }).x, y: (box as { y: number }).y })
  }
})
