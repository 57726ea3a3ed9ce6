// What every page has to pass in every state.
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { switchTheme } from './routes.ts'

/** Whoever speaks to a page says what stands on a button: its name holds that. Axe leaves the rule out by itself. */
const SPOKEN_AS_SHOWN = 'label-content-name-mismatch'

/** A script that does nothing. */
const NOTHING = ';'

/** Axe finds nothing. The names of the states are for the report. */
export async function check(page: Page, state: string) {
  await page.mouse.move(0, 0)
  // What is skipped beyond the screen keeps the styles of the theme before.
  await page.locator('[class*="content-visibility"]').evaluateAll((parts) => {
    for (const part of parts as HTMLElement[]) part.style.contentVisibility = 'visible'
  })
  // Details of what passes would take most of the time.
  const options = { resultTypes: ['violations' as const], rules: { [SPOKEN_AS_SHOWN]: { enabled: true } } }
  // The builder evaluates half a megabyte of script twice for each look; a page that has it keeps it.
  const brought = await page.evaluate(() => 'axe' in window)
  const axe = new AxeBuilder({ page, ...(brought && { axeSource: NOTHING }) }).options(options).setLegacyMode()
  const { violations } = await axe.analyze()
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`,
  )
  expect.soft(found, state).toEqual([])
}

/** In both themes, one after the other. */
export async function checkThemes(page: Page, state: string) {
  for (const theme of ['dark', 'light'] as const) {
    await switchTheme(page, theme)
    await check(page, `${state}, ${theme}`)
  }
}
