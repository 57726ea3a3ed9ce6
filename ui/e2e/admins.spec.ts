// Admin Management and Approvals: draws on the treasury, who decides beyond the day's budget, and how admins are added
// and removed.
import type { Page } from '@playwright/test'
import { checkThemes } from './check.ts'
import { enterAs, expect, newName, test } from './fixtures.ts'

// Contrast cannot be measured during transitions.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

const PASSWORD = 'runs the desk'

/** Confirms the dialog with this title. */
async function confirm(page: Page, title: string, button: string, isChecked = false) {
  const dialog = page.getByRole('alertdialog', { name: title })
  await dialog.getByLabel('Reason').fill('agreed on the phone')
  if (isChecked) await checkThemes(page, title)
  await dialog.getByRole('button', { name: button, exact: true }).click()
  await expect(dialog).toHaveCount(0)
}

test('a draw beyond the budget waits until a super admin approves or declines it', async ({
  page,
  people,
  isMobile,
}) => {
  await enterAs(page, await people.admin())
  await page.goto('/admin/admins')
  const [first, second] = [newName('new'), newName('new')]
  for (const name of [first, second]) {
    await page.getByLabel('Username').fill(name)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Balance', { exact: true }).fill('25000')
    await page.getByRole('button', { name: 'Add Admin' }).click()
    await expect(page.getByRole('alertdialog')).toContainText('€0.00 → €25,000.00')
    await confirm(page, `Add ${name} as an admin?`, 'Add, and ask for €25,000.00', name === first)
    await expect(page.getByText(/^✅ Admin added successfully\. €25,000\.00 waits for a super admin/)).toBeVisible()
  }
  await page.goto('/admin/approvals')
  await expect(page.getByText('Super admins decide what is handed out beyond the day’s budget.')).toBeVisible()
  // Their own requests, without anything to decide.
  const own = page.getByRole('region', { name: 'Waiting for approval', exact: true })
  for (const text of [first, second, 'agreed on the phone']) await expect(own).toContainText(text)
  await expect(own.getByRole('button')).toHaveCount(0)

  await enterAs(page, await people.superAdmin())
  await page.goto('/admin/approvals')
  const decide = (name: string, decision: string) =>
    page.getByRole('button', { name: `${decision} €25,000.00 for ${name}` })
  await expect(decide(second, 'Decline')).toBeVisible()
  await checkThemes(page, 'what waits')
  if (isMobile) await page.getByRole('button', { name: 'Sections and account' }).click()
  const counted = isMobile
    ? page.getByRole('menuitem', { name: /^Approvals \d+$/ })
    : page.getByRole('link', { name: /^Approvals \d+$/ })
  await expect(counted).toBeVisible()
  if (isMobile) await page.keyboard.press('Escape')
  await decide(first, 'Approve').click()
  await confirm(page, `Approve €25,000.00 for ${first}?`, 'Approve €25,000.00')
  await expect(page.getByText(`✅ €25,000.00 for ${first} approved`)).toBeVisible()
  await expect(decide(first, 'Approve')).toHaveCount(0)
  await decide(second, 'Decline').click()
  await confirm(page, `Decline €25,000.00 for ${second}?`, 'Decline')
  await expect(page.getByText(`✅ €25,000.00 for ${second} declined`)).toBeVisible()
  await expect(decide(second, 'Decline')).toHaveCount(0)

  await page.goto('/admin/admins')
  for (const [name, balance] of [
    [first, '25000.00'],
    [second, '0.00'],
  ] as const) {
    await page.getByRole('button', { name: `Edit balance of ${name}` }).click()
    await expect(page.getByLabel('New balance')).toHaveValue(balance)
    await page.getByRole('button', { name: 'Cancel' }).click()
  }
})

test('a super admin sets an admin’s balance and password, and removes the admin', async ({ page, people, request }) => {
  const { user } = await people.admin()
  const { username } = user
  const signIn = async (password: string) =>
    (await request.post('/api/auth/auth', { data: { action: 'signin', username, password } })).status()
  await enterAs(page, await people.superAdmin())
  await page.goto('/admin/admins')
  await page.getByRole('button', { name: `Edit balance of ${username}` }).click()
  await page.getByLabel('New balance').fill('10')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('€20,000.00 → €10.00')
  await confirm(page, `Set the balance of ${username}?`, 'Set to €10.00')
  await expect(page.getByText('✅ Admin balance updated successfully')).toBeVisible()

  await page.getByRole('button', { name: `Change password of ${username}` }).click()
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByLabel('Confirm password').fill(PASSWORD)
  await confirm(page, `Change the password of ${username}`, 'Change password', true)
  await expect(page.getByText(`✅ The password of ${username} has been changed`)).toBeVisible()
  expect(await signIn(PASSWORD)).toBe(200)

  await page.getByRole('button', { name: `Remove ${username}` }).click()
  await confirm(page, `Remove ${username}?`, 'Remove, €10.00 back to the treasury')
  await expect(page.getByText(`✅ ${username} has been removed`)).toBeVisible()
  await expect(page.getByRole('button', { name: `Remove ${username}` })).toHaveCount(0)
  expect(await signIn(PASSWORD)).not.toBe(200)
})
