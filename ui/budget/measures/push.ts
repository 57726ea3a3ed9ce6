// The time from writing a price to the stream to the frame after the one that shows it.
import type { Browser } from '@playwright/test'
import { DESKTOP, inFreshPage } from '../browser.ts'
import { type Line, quantile } from '../report.ts'
import type { Stage } from '../stage.ts'

const PUSHES = 60
const BETWEEN_MS = 150

export async function measurePushes(browser: Browser, stage: Stage): Promise<Line[]> {
  const delays = await inFreshPage(browser, DESKTOP, async (page) => {
    await stage.visit(page)
    const painted = (price: string) =>
      page.evaluate(
        (text) =>
          new Promise<number>((resolve) => {
            const row = document.querySelector('main [data-index] button[aria-pressed]')
            const look = () => {
              if (!row?.textContent?.includes(text)) return requestAnimationFrame(look)
              requestAnimationFrame(() => resolve(Date.now()))
            }
            look()
          }),
        price,
      )
    const delays: number[] = []
    for (let push = 0; push < PUSHES; push += 1) {
      // The page watches for the next price before it is pushed.
      const next = stage.nextPrice().toFixed(2)
      const seen = painted(next)
      await page.waitForTimeout(BETWEEN_MS)
      const sentAt = Date.now()
      stage.push([0])
      delays.push((await seen) - sentAt)
    }
    return delays
  })
  return [
    { name: 'price pushed to paint (p95 of 60)', value: quantile(delays, 0.95), limit: 100, unit: 'ms', digits: 0 },
  ]
}
