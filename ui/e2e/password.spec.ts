// Changing a password in the profile keeps this session and ends all others.
import type { Page } from '@playwright/test'
import { enterAs, expect, header, noticesOf, test } from './fixtures.ts'

const NEW = 'tide and harbour'

async function fill(page: Page, oldPassword: string, newPassword: string) {
  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('Current password').fill(oldPassword)
  await form.getByLabel('New password', { exact: true }).fill(newPassword)
  await form.getByLabel('Repeat new password').fill(newPassword)
  await form.getByRole('button', { name: 'Change password' }).click()
}

/** Judged by the empty fields: the notification may be gone before a busy machine sees it. */
async function expectSuccess(page: Page) {
  await expect(page.getByLabel('Current password')).toHaveValue('')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
}

async function signIn(page: Page, username: string, password: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).last().click()
}

test('a changed password keeps this session and ends all others', async ({ page, people, browser, baseURL }) => {
  const bettor = await people.bettor(30)
  // Signed in with the form: `enterAs` would restore the old session at the reload below.
  await page.goto('/login?redirect=/profile?tab=settings')
  await signIn(page, bettor.user.username, bettor.password)
  await expect(page.getByRole('form', { name: 'Change password' })).toBeVisible()

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const otherPage = await context.newPage()
  await otherPage.goto('/login?redirect=/my-bets')
  await signIn(otherPage, bettor.user.username, bettor.password)
  await expect(otherPage.getByRole('heading', { level: 1, name: 'My Bets' })).toBeVisible()
  const said = await noticesOf(otherPage)

  await fill(page, 'wrong password', NEW)
  await expect(page.getByText('The current password is wrong')).toBeVisible()
  await fill(page, bettor.password, 'qwerty123')
  await expect(page.getByText('This password is one of the most common ones.')).toBeVisible()
  await fill(page, bettor.password, NEW)
  await expectSuccess(page)
  await expect(page).toHaveURL(/\/profile/)
  await page.reload()
  await expect(header(page).getByText('€30.00')).toBeVisible()

  // Its stream ended with its session.
  await expect(otherPage).toHaveURL(/\/login/, { timeout: 45_000 })
  await expect.poll(async () => (await said()).join()).toContain('Your session has ended. Please sign in again.')
  await signIn(otherPage, bettor.user.username, bettor.password)
  await expect(otherPage.getByRole('main').getByText('Wrong username or password')).toBeVisible()
  await signIn(otherPage, bettor.user.username, NEW)
  await expect(otherPage.getByRole('heading', { level: 1, name: 'My Bets' })).toBeVisible()
  await context.close()
})

test('an admin’s password has twelve characters, and is changed from the back office', async ({ page, people }) => {
  const admin = await people.admin()
  await enterAs(page, admin)
  await page.goto('/admin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const profile = page.getByRole('link', { name: 'Profile' })
  if (!(await profile.isVisible())) await page.getByRole('button', { name: 'Sections and account' }).click()
  await page
    .getByRole('link', { name: 'Profile' })
    .or(page.getByRole('menuitem', { name: 'Profile' }))
    .first()
    .click()
  await fill(page, admin.password, 'eleven char')
  await expect(page.getByText('Password must be at least 12 characters')).toBeVisible()
  await fill(page, admin.password, NEW)
  await expectSuccess(page)
})
