// The memory that 20,000 price changes leave behind.
import type { Browser, CDPSession } from '@playwright/test'
import { DESKTOP, inFreshPage } from '../browser.ts'
import type { Line } from '../report.ts'
import type { Stage } from '../stage.ts'

const UPDATES = 20_000
const AT_ONCE = 200
const BETWEEN_MS = 50
/** How long it may take until the last change is painted. */
const PAINTED_MS = 2_000
const MB = 1024 * 1024

export async function measureHeap(browser: Browser, stage: Stage): Promise<Line[]> {
  const value = await inFreshPage(browser, DESKTOP, async (page, protocol) => {
    await stage.visit(page)
    // Every game changes once before the first measurement.
    await pushAll(stage.games.length)
    const before = await usedHeap(protocol)
    await pushAll(UPDATES)
    return (await usedHeap(protocol)) - before

    async function pushAll(count: number): Promise<void> {
      for (let sent = 0; sent < count; sent += AT_ONCE) {
        stage.push(Array.from({ length: AT_ONCE }, (_, index) => (sent + index) % stage.games.length))
        await page.waitForTimeout(BETWEEN_MS)
      }
      await page.waitForTimeout(PAINTED_MS)
    }
  })
  return [{ name: 'heap after 20,000 changes: growth', value: value / MB, limit: 10, unit: 'MB' }]
}

async function usedHeap(protocol: CDPSession): Promise<number> {
  await protocol.send('HeapProfiler.enable')
  for (let round = 0; round < 3; round += 1) await protocol.send('HeapProfiler.collectGarbage')
  return (await protocol.send('Runtime.getHeapUsage')).usedSize
}
