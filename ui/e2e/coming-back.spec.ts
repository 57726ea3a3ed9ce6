// A page restored from the back/forward cache. Playwright's Chromium never does that, so the test dispatches the event.
import { expect, test } from './fixtures.ts'

test('a page restored from the back/forward cache reloads', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Games of the Day', level: 2 })).toBeVisible()
  const comes = (persisted: boolean) =>
    page.evaluate((isKept) => {
      Object.assign(window, { asItWas: true })
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: isKept }))
    }, persisted)
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await comes(false)
  await comes(true)
  await page.waitForFunction(() => !('asItWas' in window))
  await expect.poll(() => loads).toBe(1)
})
