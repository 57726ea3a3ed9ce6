// Chromium as the measures need it: a page of a new visitor, with access to the DevTools protocol.
import { type Browser, type BrowserContextOptions, type CDPSession, chromium, type Page } from '@playwright/test'

export const DESKTOP = { viewport: { width: 1440, height: 900 } }
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

export const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update'],
  })

/** Runs `measure` in a page with empty storage and an empty cache. */
export async function inFreshPage<Result>(
  browser: Browser,
  options: BrowserContextOptions,
  measure: (page: Page, protocol: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Paris', ...options })
  try {
    const page = await context.newPage()
    return await measure(page, await context.newCDPSession(page))
  } finally {
    await context.close()
  }
}

export const slowDown = (protocol: CDPSession, rate: number) =>
  protocol.send('Emulation.setCPUThrottlingRate', { rate })

/** The prices that can be pressed. Matched in rows only, because chips and stars have a pressed state too. */
export const PRICES = 'main .board-row button[aria-pressed]:not([aria-disabled])'

export const waitForPrices = (page: Page) => page.locator(PRICES).first().waitFor({ timeout: 60_000 })

export const slipLegs = (page: Page) => page.getByRole('complementary').getByRole('listitem')
