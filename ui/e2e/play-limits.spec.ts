// A bettor's own limits, end to end: set in the profile, shown by the slip, and notices for a bettor who takes a break
// or is blocked during the visit.
import type { Locator } from '@playwright/test'
import { check } from './check.ts'
import { type Account, enterAs, expect, openSlip, pick, test } from './fixtures.ts'

const signedIn = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

test('a limit applies to the next bet, and the slip shows what it leaves', async ({ page, people, games }) => {
  await enterAs(page, await people.bettor(100))
  await page.goto('/responsible-gambling')
  await page.getByRole('link', { name: 'set limits' }).click()
  const day = page.getByRole('listitem', { name: 'Day, stakes' })
  await day.getByRole('button', { name: 'Set a limit: Day, stakes' }).click()
  await expect(day.getByLabel('New limit')).toBeFocused()
  await day.getByLabel('New limit').fill('20')
  await check(page, 'the form of a limit', 'main')
  await page.keyboard.press('Enter')
  await expect(day.getByText('€20.00 left')).toBeVisible()
  await expect(day).toBeFocused()
  await check(page, 'the limits', 'main')

  const [game] = await games.startingWithin(60, 240)
  await pick(page, game!)
  await openSlip(page)
  await page.getByLabel('Stake in euro').fill('20.01')
  await page.getByRole('button', { name: /^Place bet/ }).click()
  const refusal = 'Your own limit on stakes is €20.00 a day, and €20.00 is left of it.'
  // At the selection and at the button.
  await expect(page.getByText(refusal).first()).toBeVisible()
})

test('a break is confirmed with its end, and shown after each load', async ({ page, people, games, isMobile }) => {
  await enterAs(page, await people.bettor(10))
  await page.goto('/profile?tab=limits')
  await page.getByRole('button', { name: '7 days' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Time-out: 7 days' })
  await expect(dialog.getByText(/^You cannot bet until \d/)).toBeVisible()
  await check(page, 'the break to confirm', '[role=alertdialog]')
  await dialog.getByRole('button', { name: 'Take the break' }).click()
  await expect(page.getByText(/You are taking a time-out until/)).toHaveCount(2)
  // Shown twice, announced once.
  const notice = page.getByRole('status').filter({ hasText: 'You are taking a time-out' })
  await expect(notice).toHaveCount(1)
  await page.goto('/')
  await expect(notice).toBeVisible()
  await check(page, 'the notice of a break', '.shadow-float[role=status]')
  if (isMobile) {
    // Above the slip, closed and open, without covering the header.
    const [game] = await games.startingWithin(60, 240)
    await pick(page, game!)
    const gap = async (slip: Locator) => {
      const [shown, below] = [await notice.boundingBox(), await slip.boundingBox()]
      return below!.y - (shown!.y + shown!.height)
    }
    await expect.poll(() => gap(page.getByRole('button', { name: /^\d+ ?Bet slip/ }))).toBeGreaterThanOrEqual(0)
    await openSlip(page)
    await expect.poll(() => gap(page.locator('[data-slip]'))).toBeGreaterThanOrEqual(0)
    expect((await notice.boundingBox())!.y).toBeGreaterThan(64)
  }
  await notice.getByRole('button', { name: 'Close this notice' }).click()
  await expect(notice).toBeHidden()
})

test('a user who is blocked during the visit is told at once', async ({ page, people, request }) => {
  const bettor = await people.bettor(10)
  await enterAs(page, bettor)
  await page.goto('/my-bets')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await block(await people.superAdmin())
  const dialog = page.getByRole('dialog', { name: 'Your account is blocked' })
  await expect(dialog.getByText(/Please contact support/)).toBeVisible()
  await expect(page.getByText('a suspicion of ours')).toHaveCount(0)
  await check(page, 'the notice of a block', '[role=dialog]')
  await dialog.getByText('Close', { exact: true }).click()
  await expect(dialog).toBeHidden()

  async function block({ token }: Account) {
    const reason = 'a suspicion of ours'
    const data = { action: 'blockUser', targetUsername: bettor.user.username, reason }
    expect((await request.post('/api/admin/dashboard', { data, ...signedIn(token) })).status()).toBe(200)
  }
})
