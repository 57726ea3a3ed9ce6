// What every page has to pass in every state.
import type { Page } from '@playwright/test'
import axe from 'axe-core'
import { expect } from './fixtures.ts'
import { switchTheme } from './routes.ts'

/**
 * Users of voice control say the text on a button, so its accessible name must contain it. Axe does not check this by
 * default.
 */
const SPOKEN_AS_SHOWN = 'label-content-name-mismatch'

declare global {
  interface Window {
    /** Brought into the page by a check. */
    axe: typeof axe
  }
}

/** Axe finds no violations on the page, or in one part of it. The name of the state is for the report. */
export async function check(page: Page, state: string, part?: string) {
  await page.mouse.move(0, 0)
  // Content skipped below the screen would keep the styles of the previous theme.
  await page.locator('[class*="content-visibility"]').evaluateAll((parts) => {
    for (const part of parts as HTMLElement[]) part.style.contentVisibility = 'visible'
  })
  // Details of the rules that pass would take most of the time.
  const options = { resultTypes: ['violations' as const], rules: { [SPOKEN_AS_SHOWN]: { enabled: true } } }
  // Half a megabyte of script: a page that has it already keeps it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ([where, how]) => (await window.axe.run(where ?? document, how)).violations,
    [part, options] as const,
  )
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`,
  )
  expect.soft(found, state).toEqual([])
}

/** Checks both themes, one after the other. */
export async function checkThemes(page: Page, state: string) {
  for (const theme of ['dark', 'light'] as const) {
    await switchTheme(page, theme)
    await check(page, `${state}, ${theme}`)
  }
}
