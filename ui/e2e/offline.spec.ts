// Without a connection there is a page that says so, and no price.
import { expect, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

test('a visit without a connection, and the way back', { tag: '@desktop' }, async ({ page, context }) => {
  await page.goto('/')
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    // the first visit is claimed by the worker once it is active
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

  // what was not loaded yet comes later, and the page stays
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
