// The time from a press on a price to the paint that shows it, on a processor slowed down four times.
import type { Browser } from '@playwright/test'
import { DESKTOP, inFreshPage, PRICES, slipLegs, slowDown, waitForPrices } from '../browser.ts'
import { type Line, quantile } from '../report.ts'

const CLICKS = 30
const BETWEEN_MS = 300
/** How long the browser may take to report the last press. */
const REPORTED_MS = 1_000

export async function measureClicks(browser: Browser, url: string): Promise<Line[]> {
  const durations = await inFreshPage(browser, DESKTOP, async (page, protocol) => {
    await page.goto(url)
    await waitForPrices(page)
    // The slip's code loads with the first price.
    await page.locator(PRICES).first().click()
    await slipLegs(page).first().waitFor()
    await slowDown(protocol, 4)
    await page.evaluate(() => {
      const durations: number[] = []
      Object.assign(window, { durations })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (entry.name === 'click') durations.push(entry.duration)
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
    })
    for (let click = 0; click < CLICKS; click += 1) {
      const prices = page.locator(PRICES)
      await prices.nth(click % Math.min(CLICKS, await prices.count())).click()
      await page.waitForTimeout(BETWEEN_MS)
    }
    await page.waitForTimeout(REPORTED_MS)
    return page.evaluate(() => (window as unknown as { durations: number[] }).durations)
  })
  // Presses that took less than 16 ms are not reported.
  const all = [...durations, ...Array<number>(Math.max(0, CLICKS - durations.length)).fill(16)]
  return [
    {
      name: 'price pressed to paint, CPU 4x (median of 30)',
      value: quantile(all, 0.5),
      limit: 100,
      unit: 'ms',
      digits: 0,
    },
    { name: 'price pressed to paint, CPU 4x (worst)', value: Math.max(...all), limit: 200, unit: 'ms', digits: 0 },
  ]
}
