// Notifications do not wait for anything that loads beside them.
import { enterAs, expect, newName, noticesOf, test } from './fixtures.ts'

test('a new account is announced before the parts for signed-in bettors have loaded', async ({ page }) => {
  const { promise: isTold, resolve: tell } = Promise.withResolvers<void>()
  let isAskedFor = false
  await page.route(/\/assets\/(settlement-news|play-watch)-/, async (route) => {
    isAskedFor = true
    await isTold
    await route.continue()
  })
  await page.goto('/login?mode=create')
  await page.getByLabel('Username').fill(newName('bea'))
  await page.getByLabel('Password', { exact: true }).fill('correct-horse')
  await page.getByLabel('Repeat password').fill('correct-horse')
  await page.getByLabel(/at least 18/).check()
  await expect(page.getByLabel('Notifications')).toBeAttached()
  const said = await noticesOf(page)
  await page.getByRole('main').getByRole('button', { name: 'Create Account' }).last().click()
  await expect.poll(said).toContain('Registration successful! Welcome!')
  expect(isAskedFor).toBe(true)
  tell()
})

test('a visit to My Bets is remembered by the clock of the product', { tag: '@desktop' }, async ({ page, people }) => {
  const bettor = await people.bettor(5)
  await enterAs(page, bettor)
  const { now } = await (await page.request.get('/api/clock')).json()
  await page.goto('/my-bets')
  await expect(page.getByText('No open bets.')).toBeVisible()
  const key = `fairbook.bets-seen.${bettor.user.id}`
  const seen = () => page.evaluate((name) => localStorage.getItem(name) ?? '', key)
  await expect.poll(async () => Date.parse(await seen()) >= Date.parse(now)).toBe(true)
})
