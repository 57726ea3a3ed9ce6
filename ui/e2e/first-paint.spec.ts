// What / shows before its script has run.
import { expect, test } from './fixtures.ts'

test('the first paint shares its line with no script', async ({ request }) => {
  const head = (await (await request.get('/')).text()).split('</head>')[0]!
  const scripts = head.match(/<[^>]* (?:type="module"|rel="modulepreload")[^>]*>/g) ?? []
  expect(scripts.length).toBeGreaterThan(1)
  expect(scripts.filter((tag) => !tag.includes('fetchpriority="low"'))).toEqual([])
})

test('the title stands where it will stand, and nothing is empty in between', async ({ browser, baseURL, page }) => {
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
      // a page that is still being read may be painted up to anywhere
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
