// The page of / for a first-time visitor: what it requests, and when its largest part is painted.
import type { Browser } from '@playwright/test'
import { DESKTOP, inFreshPage, PHONE, slowDown, waitForPrices } from '../browser.ts'
import { type Line, quantile } from '../report.ts'

/** By then, everything that loads when the page is idle has been requested. */
const IDLE_MS = 6_000
const RUNS = 5
/** A phone on a slow 4G connection, as Lighthouse defines it. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 93_750 }

export async function measureCold(browser: Browser, url: string): Promise<Line[]> {
  const { requests, bytes, others } = await inFreshPage(browser, DESKTOP, async (page, protocol) => {
    let [requests, bytes, others] = [0, 0, 0]
    await protocol.send('Network.enable')
    protocol.on('Network.requestWillBeSent', ({ request }) => {
      if (!request.url.startsWith('http')) return
      requests += 1
      if (new URL(request.url).origin !== url) others += 1
    })
    protocol.on('Network.loadingFinished', ({ encodedDataLength }) => {
      bytes += encodedDataLength
    })
    await page.goto(url)
    await waitForPrices(page)
    await page.waitForTimeout(IDLE_MS)
    return { requests, bytes, others }
  })
  const paints: number[] = []
  for (let run = 0; run < RUNS; run += 1) paints.push(await largestPaint(browser, url))
  return [
    { name: '/ cold: requests', value: requests, limit: 25, unit: '', digits: 0 },
    { name: '/ cold: bytes over the wire', value: bytes / 1024, limit: 250, unit: 'KB' },
    { name: '/ cold: requests to other hosts', value: others, limit: 0, unit: '', digits: 0, isGate: true },
    {
      name: '/ cold: LCP, phone, slow 4G, CPU 4x (median of 5)',
      value: quantile(paints, 0.5),
      limit: 2_000,
      unit: 'ms',
      digits: 0,
    },
  ]
}

const largestPaint = (browser: Browser, url: string) =>
  inFreshPage(browser, PHONE, async (page, protocol) => {
    await protocol.send('Network.enable')
    await protocol.send('Network.emulateNetworkConditions', SLOW_4G)
    await slowDown(protocol, 4)
    await page.goto(url)
    await waitForPrices(page)
    return page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
            type: 'largest-contentful-paint',
            buffered: true,
          })
        }),
    )
  })
