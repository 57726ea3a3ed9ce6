// Without a connection there is a page that says so, and no prices.
import { expect, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

test('a visit without a connection, and the way back', { tag: '@desktop' }, async ({ page, context }) => {
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    // The worker takes control of the first visit once it is active.
    if (navigator.serviceWorker.controller === null)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
  })
  const kept = () =>
    page.evaluate(async () => {
      const files: string[] = []
      for (const name of await caches.keys())
        for (const { url } of await (await caches.open(name)).keys()) files.push(new URL(url).pathname)
      return files.sort()
    })
  const files = ['/icon.svg', '/offline.css', '/offline.html', '/offline.js', '/theme.js']
  expect(await kept()).toEqual(files)

  await context.setOffline(true)
  await page.goto('/livegames')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  expect(await page.locator('h1').evaluate((heading) => getComputedStyle(heading).fontSize)).toBe('22px')
  await expect(page.getByRole('button')).toHaveText(['Try again'])

  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'You are offline' })).toHaveCount(0)
  const heading = page.getByRole('heading', { level: 1, name: /live/i })
  await expect(heading).toBeAttached()
  expect(await kept()).toEqual(files)

  // A part that was not loaded yet loads later, and the page stays.
  await context.setOffline(true)
  const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/search-dialog'))
  await page.keyboard.press('Control+k')
  await failed
  const search = page.getByRole('dialog', { name: 'Search' })
  await expect(search).toHaveCount(0)
  await expect(heading).toBeAttached()
  await context.setOffline(false)
  await expect(search).toBeVisible()
})

test.describe('while the files of the build are replaced', () => {
  // The worker would answer the requests that this test wants to answer itself.
  test.use({ serviceWorkers: 'block' })

  test('a page of the previous version reloads if it needs a file that is gone', { tag: '@desktop' }, async ({
    page,
  }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await page.evaluate(() => Object.assign(window, { isOfBefore: true }))
    let asked = 0
    await page.route('**/assets/search-dialog*', (route) => {
      asked += 1
      return route.fulfill({ status: 404 })
    })
    // The server has no newer build yet.
    const looked = page.waitForResponse((response) => new URL(response.url()).pathname === '/')
    // The first paint does not listen to keys yet.
    await expect(async () => {
      await page.keyboard.press('Control+k')
      expect(asked).toBeGreaterThan(0)
    }).toPass()
    await looked
    expect(await page.evaluate(() => 'isOfBefore' in window)).toBe(true)

    await page.route('/', async (route) => {
      if (route.request().isNavigationRequest()) return route.continue()
      const body = (await (await route.fetch()).text()).replace(/(src="\/assets\/)/, '$1newer-')
      return route.fulfill({ body, contentType: 'text/html' })
    })
    await page.waitForFunction(() => !('isOfBefore' in window))
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await expect(async () => {
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible({ timeout: 2_000 })
    }).toPass()
  })
})
