import { FloatDays } from '#services/contract/contract.ts'
import { check } from './check.ts'
import { enterAs, expect, test } from './fixtures.ts'

// Contrast cannot be measured during transitions.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('an admin sees each line of their own float, and today with its sums', async ({ page, people, request }) => {
  const admin = await people.admin()
  const bettor = await people.bettor(5)
  const deposit = { action: 'updateBalance', userId: bettor.user.id, amountToAdd: 150, balanceType: 'deposit' }
  const headers = { Authorization: `Bearer ${admin.token}` }
  expect((await request.post('/api/admin/dashboard', { data: deposit, headers })).status()).toBe(200)

  await enterAs(page, admin)
  await page.goto('/admin/own-float')
  await expect(page.getByRole('heading', { level: 1, name: 'Own float' })).toBeVisible()
  const lines = page.getByRole('region', { name: 'Statement', exact: true })
  await expect(lines.getByText(`to ${bettor.user.username} from their own float`)).toBeVisible()
  await expect(lines.getByText('€19,850.00')).toBeVisible()
  const days = page.getByRole('region', { name: 'The day’s close', exact: true })
  await expect(days.getByText('€20,000.00').first()).toBeVisible()
  // The day has ended if midnight in Paris passed since the deposit, or passes during this check.
  await expect(async () => {
    const reply = await request.get('/api/admin/float/days', { headers: { Authorization: `Bearer ${admin.token}` } })
    const [newest] = FloatDays.parse(await reply.json()).days
    await page.reload()
    const shown = newest!.closable ? days.getByRole('button', { name: /^Close / }) : days.getByText('Not ended')
    await expect(shown.first()).toBeVisible({ timeout: 5_000 })
  }).toPass()
  await check(page, 'the own float')

  await lines.getByLabel('To', { exact: true }).fill('1.1.2020')
  await page.keyboard.press('Enter')
  await expect(lines.getByLabel('To', { exact: true })).toHaveValue('1 Jan 2020')
  await expect(lines.getByText('No lines in these days.')).toBeVisible()
  await expect(page).toHaveURL(/to=2020-01-01/)
  await lines.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(lines.getByText('€19,850.00')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: /CSV/ }).click()
  expect((await download).suggestedFilename()).toBe('float.csv')
})
