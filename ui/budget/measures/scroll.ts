// Scrolling through a thousand games, twenty of which change every second.
import type { Browser } from '@playwright/test'
import { DESKTOP, inFreshPage } from '../browser.ts'
import type { Line } from '../report.ts'
import type { Stage } from '../stage.ts'

const DURATION_MS = 10_000
const EVERY_MS = 50
const PIXELS_PER_FRAME = 20

export async function measureScrolling(browser: Browser, stage: Stage): Promise<Line[]> {
  const { frames, rows, nodes } = await inFreshPage(browser, DESKTOP, async (page) => {
    await stage.visit(page)
    let next = 0
    const pushing = setInterval(() => {
      next = (next + 37) % stage.games.length
      stage.push([next])
    }, EVERY_MS)
    const measured = await page.evaluate(
      ({ duration, step }) =>
        new Promise<{ frames: number; rows: number; nodes: number }>((resolve) => {
          let [frames, rows, nodes, direction] = [0, 0, 0, 1]
          const begin = performance.now()
          const frame = () => {
            frames += 1
            const lines = document.querySelectorAll('main [data-index]')
            rows = Math.max(rows, lines.length)
            if (frames % 30 === 0) nodes = Math.max(nodes, document.querySelectorAll('main [data-index] *').length)
            const end = document.documentElement.scrollHeight - innerHeight
            if (scrollY >= end) direction = -1
            window.scrollBy(0, direction * step)
            if (performance.now() - begin < duration) requestAnimationFrame(frame)
            else resolve({ frames, rows, nodes })
          }
          requestAnimationFrame(frame)
        }),
      { duration: DURATION_MS, step: PIXELS_PER_FRAME },
    )
    clearInterval(pushing)
    return measured
  })
  const title = '1,000 games, 20 changes a second, scrolled'
  return [
    { name: `${title}: frames`, value: frames / (DURATION_MS / 1_000), limit: 55, least: true, unit: 'a second' },
    { name: `${title}: rows`, value: rows, limit: 400, unit: '', digits: 0 },
    { name: `${title}: elements in rows`, value: nodes, limit: 400, unit: '', digits: 0 },
  ]
}
