// A password changed in the profile: this page goes on, every other one signs in again.
import type { Page } from '@playwright/test'
import { enterAs, expect, header, test } from './fixtures.ts'

const NEW = 'tide and harbour'

async function fill(page: Page, oldPassword: string, newPassword: string) {
  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('Current password').fill(oldPassword)
  await form.getByLabel('New password', { exact: true }).fill(newPassword)
  await form.getByLabel('Repeat new password').fill(newPassword)
  await form.getByRole('button', { name: 'Change password' }).click()
}

/** The notification may be gone before a busy machine looks; the fields stay empty. */
async function expectDone(page: Page) {
  await expect(page.getByLabel('Current password')).toHaveValue('')
  await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
}

async function signIn(page: Page, username: string, password: string) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Sign In' }).last().click()
}

test('is changed with the old one, and this page goes on', async ({ page, people, browser, baseURL }) => {
  const bettor = await people.bettor(30)
  // signed in with the form, as nobody would be after a reload who was put there by a script
  await page.goto('/login?redirect=/profile?tab=settings')
  await signIn(page, bettor.user.username, bettor.password)
  await expect(page.getByRole('form', { name: 'Change password' })).toBeVisible()

  const context = await browser.newContext(baseURL === undefined ? {} : { baseURL })
  const elsewhere = await context.newPage()
  await elsewhere.goto('/login?redirect=/my-bets')
  await signIn(elsewhere, bettor.user.username, bettor.password)
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'My Bets' })).toBeVisible()

  await fill(page, 'not the old one', NEW)
  await expect(page.getByText('The current password is wrong')).toBeVisible()
  await fill(page, bettor.password, 'qwerty123')
  await expect(page.getByText('This password is one of the most common ones.')).toBeVisible()
  await fill(page, bettor.password, NEW)
  await expectDone(page)
  await expect(page).toHaveURL(/\/profile/)
  await page.reload()
  await expect(header(page).getByText('€30.00')).toBeVisible()

  // its stream ended with its session
  await expect(elsewhere).toHaveURL(/\/login/, { timeout: 45_000 })
  await signIn(elsewhere, bettor.user.username, bettor.password)
  await expect(elsewhere.getByRole('main').getByText('Wrong username or password')).toBeVisible()
  await signIn(elsewhere, bettor.user.username, NEW)
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'My Bets' })).toBeVisible()
  await context.close()
})

test('of an admin has twelve characters, and is reached from the back office', async ({ page, people }) => {
  const admin = await people.admin()
  await enterAs(page, admin)
  await page.goto('/admin')
  await page.getByRole('link', { name: 'Profile' }).first().click()
  await fill(page, admin.password, 'eleven char')
  await expect(page.getByText('Password must be at least 12 characters')).toBeVisible()
  await fill(page, admin.password, NEW)
  await expectDone(page)
})
