import { SECTIONS } from '#ui/features/admin/model/sections.ts'
import { enterAs, expect, test } from './fixtures.ts'
import { visit } from './routes.ts'

test('goes from section to section by address', async ({ page, people, isMobile }) => {
  await enterAs(page, await people.admin())
  await page.goto('/admin?section=users')
  await expect(page).toHaveURL(/\/admin\/users$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  const open = async (name: string) => {
    if (!isMobile)
      return page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name, exact: true }).click()
    await page.getByRole('button', { name: 'Sections and account' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await open('Bets')
  await expect(page).toHaveURL(/\/admin\/bets$/)
  await expect(page.getByRole('heading', { level: 1, name: 'Bets' })).toBeFocused()
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  await open('Admin Panel')
  await expect(page.getByRole('heading', { level: 2, name: 'Admin Panel' })).toBeVisible()
})

test('what is being edited stays when somebody signs up', async ({ page, people }) => {
  await enterAs(page, await people.admin())
  const bettor = await people.bettor(20)
  await page.goto(`/admin/users?name=${bettor.user.username}`)
  await page.getByRole('button', { name: new RegExp(bettor.user.username) }).click()
  await page.getByLabel('Amount', { exact: true }).fill('5')
  await page.getByRole('button', { name: 'Deposit', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: `Deposit to ${bettor.user.username}?` })
  await expect(dialog).toBeVisible()
  // More than one page of new users, all announced by pushes.
  for (let count = 0; count < 11; count += 1) await people.bettor(1)
  await dialog.getByLabel('Reason').fill('cash at the desk')
  await dialog.getByLabel('Reason').fill('paid in cash')
  await dialog.getByRole('button', { name: 'Deposit €5.00' }).click()
  await expect(page.getByText(/✅ Deposited €5\.00/)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Edit Customer' })).toBeVisible()
})

test('every section is closed to bettors and open to super admins', { tag: '@desktop' }, async ({ page, people }) => {
  await enterAs(page, await people.bettor(0))
  for (const { to } of SECTIONS) {
    await page.goto(to)
    await expect(page.getByText('Access Denied: Admin privileges required'), to).toBeVisible()
  }
  await enterAs(page, await people.superAdmin())
  for (const { to, title } of SECTIONS) {
    await visit(page, to)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByText(/^(Failed to|Unauthorized)/), to).toHaveCount(0)
  }
})
