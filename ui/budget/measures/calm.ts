// How much moves by itself in a minute of live play, with four legs in the slip.
import type { Browser } from '@playwright/test'
import { DESKTOP, inFreshPage, PRICES, slipLegs, waitForPrices } from '../browser.ts'
import type { Line } from '../report.ts'

const LEGS = 4
const MINUTE_MS = 60_000
/** Movement right after the last press is not counted. */
const SETTLED_MS = 2_000

export async function measureCalm(browser: Browser, url: string): Promise<Line[]> {
  const value = await inFreshPage(browser, DESKTOP, async (page) => {
    await page.goto(url)
    await waitForPrices(page)
    // One outcome per game: a second one of the same game would replace the first.
    const teams = page.locator(`${PRICES}:has-text("to win")`)
    const legs = slipLegs(page)
    for (let next = 0; (await legs.count()) < LEGS && next < (await teams.count()); next += 2) {
      await teams.nth(next).click()
    }
    await page.waitForTimeout(SETTLED_MS)
    return page.evaluate(
      (duration) =>
        new Promise<number>((resolve) => {
          let total = 0
          const observer = new PerformanceObserver((list) => {
            for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
              if (!entry.hadRecentInput) total += entry.value
          })
          observer.observe({ type: 'layout-shift' })
          setTimeout(() => resolve(total), duration)
        }),
      MINUTE_MS,
    )
  })
  return [{ name: `layout shift, a minute with ${LEGS} legs`, value, limit: 0.02, unit: '', digits: 4 }]
}
