import { enterAs, expect, test } from './fixtures.ts'

test('a deposit is found, opened and exported in the audit trail, and is part of the balances', async ({
  page,
  people,
}) => {
  const bettor = await people.bettor(20)
  const name = bettor.user.username
  await enterAs(page, await people.admin())
  await page.goto('/admin/audit')
  await expect(page.getByRole('searchbox', { name: 'Person, bet, reason, number' })).toBeVisible()
  // Folded on a phone.
  const filters = page.getByRole('button', { name: 'Filters', exact: true })
  if (await filters.isVisible()) await filters.click()
  await expect(page.getByRole('button', { name: 'All but prices' })).toHaveAttribute('aria-pressed', 'true')
  await page.getByRole('button', { name: 'Everything' }).click()
  await expect(page).toHaveURL(/kind=all/)
  await expect(page.getByText(/no gaps in the log/)).toBeVisible()
  await page.getByRole('button', { name: 'Money', exact: true }).click()
  await page.getByRole('button', { name: 'Desk', exact: true }).click()
  await expect(page).toHaveURL(/kind=money(,|%2C)desk/)
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/audit$/)
  // Neither the first filter, nor its results, nor the button to clear it moves anything.
  const rows = page.locator('[aria-label="Lines of the audit trail"] :is(thead, ul)').first()
  const before = await rows.boundingBox()
  await page.getByRole('searchbox', { name: 'Person, bet, reason, number' }).fill(name)
  await expect(page).toHaveURL(new RegExp(`q=${name}`))
  await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeVisible()
  expect((await rows.boundingBox())?.y).toBe(before?.y)
  const arrived = page.getByText(new RegExp(`from .* arrived in the wallet of ${name}`))
  await expect(arrived).toBeVisible()
  await page.getByRole('button', { name: 'Any game' }).click()
  await expect(page.getByRole('combobox', { name: 'Team' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^#.*, the event$/ })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'Raw event' })).toContainText('"type"')
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  expect((await saved).suggestedFilename()).toBe('audit.csv')

  await page.goto(`/admin/balances?name=${name}`)
  await expect(page.getByText('€20.00').first()).toBeVisible()
  await page.getByRole('link', { name }).click()
  await expect(page.getByText(`History of ${name}`, { exact: true })).toBeVisible()
})
