import type { Page } from '@playwright/test'
import { enterAs, expect, test } from './fixtures.ts'

/** How far a section could still scroll up: to the header, or to the end of the page. */
const remainingScroll = (page: Page, id: string) =>
  page.evaluate((name) => {
    const section = document.getElementById(name)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
    const header = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
    const pageEnd = document.documentElement.scrollHeight - innerHeight - scrollY
    return Math.max(0, Math.floor(Math.min(section - header - 16, pageEnd)))
  }, id)

test('scrolls to the section in the address, also while its content loads', async ({ page, people, isMobile }) => {
  for (let users = 0; users < 4; users += 1) await people.bettor(1)
  await enterAs(page, await people.admin())
  await page.goto('/admin?section=users')
  const users = page.locator('#users')
  await expect(users.getByRole('listitem').first()).toBeVisible()
  await expect.poll(() => remainingScroll(page, 'users')).toBe(0)
  if (isMobile) return
  await page.goto('/admin')
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Users' }).click()
  await expect(users.getByRole('listitem').first()).toBeVisible()
  await expect.poll(() => remainingScroll(page, 'users')).toBe(0)
  // It stops once the user scrolls.
  await page.mouse.wheel(0, -2_000)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
  await users.getByRole('button', { name: /^Users/ }).press('Enter')
  await expect(users.getByRole('listitem')).toHaveCount(0)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})
