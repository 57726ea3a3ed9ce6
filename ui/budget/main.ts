// `npm run ui:budget`: builds the pages, starts the product on the simulated feed, and measures both in headless
// Chromium. Exits with 1 if a size or the requests to other hosts exceed their budget; figures that depend on the
// machine are only printed.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findChromium } from '#tests/system-packages.ts'
import { startProduct } from '../e2e/product.ts'
import { launch } from './browser.ts'
import { measureCalm } from './measures/calm.ts'
import { measureClicks } from './measures/click.ts'
import { measureCold } from './measures/cold.ts'
import { measureHeap } from './measures/heap.ts'
import { measurePushes } from './measures/push.ts'
import { measureScrolling } from './measures/scroll.ts'
import { print } from './report.ts'
import { sizes } from './sizes.ts'
import { openStage } from './stage.ts'

const GAMES = 1_000
/**
 * Fast enough for many price changes in a minute, and slow enough that games do not end within what a visitor would
 * see.
 */
const SPEED = 5

const chromium = findChromium()
if (chromium === null) throw new Error('There is no Chromium on this machine; CHROMIUM_PATH may name one.')
const root = join(import.meta.dirname, '../..')
const build = ['build', '--config', 'ui/vite.config.ts', '--logLevel', 'warn']
if (spawnSync(join(root, 'node_modules/.bin/vite'), build, { cwd: root, stdio: 'inherit' }).status !== 0)
  process.exit(1)
print(sizes())

const product = await startProduct(SPEED)
const browser = await launch(chromium)
const stage = await openStage(product.url, GAMES)
try {
  for (const measure of [measureCold, measureClicks, measureCalm]) print(await measure(browser, product.url))
  for (const measure of [measurePushes, measureScrolling, measureHeap]) print(await measure(browser, stage))
} finally {
  await stage.close()
  await browser.close()
  await product.stop()
}
