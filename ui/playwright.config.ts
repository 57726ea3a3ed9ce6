// Browser tests against the real product, which e2e/product.ts starts.
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const JOURNEY = 'journey.spec.ts'
/** Run by hand: it writes screenshots. */
const SCREENS = 'screens.spec.ts'
const DESKTOP = { viewport: { width: 1440, height: 900 } }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
const pictures = process.env.SCREENS !== undefined

export default defineConfig({
  testDir: './e2e',
  outputDir: join(tmpdir(), 'fairbook-browser-tests'),
  globalSetup: './e2e/product.ts',
  // One product and one feed for all tests. The journey mostly waits for games, so three other tests run beside it.
  // With two, a fifth of two cores would be idle: each spends a third of its time waiting for timers and replies.
  workers: 4,
  fullyParallel: true,
  // Prices move up to thirty times as fast as in reality here. A test that passes only on its retry is named at the end
  // of `npm test`.
  retries: 1,
  forbidOnly: true,
  // As long as the slowest machine so far needs.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    // Tracing every test would slow all of them down.
    trace: 'on-first-retry',
    // A service worker would answer requests that a test wants to answer itself; the offline test allows it.
    serviceWorkers: 'block',
    timezoneId: 'Europe/Paris',
    locale: 'en-GB',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: pictures
    ? [
        { name: 'wide', testMatch: SCREENS, use: DESKTOP },
        // More pixels than a picture of at most 60 KB can hold.
        { name: 'phone', testMatch: SCREENS, use: { ...PHONE, deviceScaleFactor: 1.5 } },
      ]
    : [
        // In the order in which they start: the longest first.
        { name: 'journey', testMatch: JOURNEY, use: DESKTOP },
        { name: 'desktop', testIgnore: [JOURNEY, SCREENS], grepInvert: /@phone/, use: DESKTOP },
        { name: 'phone', testIgnore: [JOURNEY, SCREENS], grepInvert: /@desktop/, use: PHONE },
      ],
})
