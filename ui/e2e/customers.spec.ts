import { check } from './check.ts'
import { enterAs, expect, findUser, test } from './fixtures.ts'

test('a customer is found, capped and noted; each tab has an address', async ({ page, people }) => {
  const admin = await people.admin()
  await enterAs(page, admin)
  const bettor = await people.bettor(20)
  const { username } = bettor.user
  await page.goto('/admin/users')
  await findUser(page, username)
  await page.getByRole('button', { name: username }).click()
  await expect(page.getByRole('heading', { name: 'Edit Customer' })).toBeFocused()

  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(page).toHaveURL(/tab=details/)
  await page.reload()
  await page.getByLabel('Largest stake').fill('5')
  await page.getByRole('button', { name: 'Save caps' }).click()
  const caps = page.getByRole('alertdialog', { name: `Caps on the bets of ${username}` })
  await expect(caps).toContainText('none → €5.00')
  await caps.getByLabel('Reason').fill('beats the prices')
  await caps.getByRole('button', { name: 'Save caps' }).click()
  await expect(page.getByText('✅ Caps saved')).toBeVisible()
  await page.getByLabel('New note').fill('Called about a pay-out')
  await page.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Called about a pay-out' })).toContainText(
    admin.user.username,
  )
  await check(page, 'Details')

  for (const tab of ['Turnover', 'Bets', 'Transactions']) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByText(/^Loading/)).toHaveCount(0)
    await check(page, tab)
  }
  await expect(page.getByText('+€20.00').first()).toBeVisible()
})
