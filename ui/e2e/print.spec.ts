import { enterAs, expect, header, test, useTheme } from './fixtures.ts'

test('a statement is printed dark on white and alone, whatever the screen looks like', { tag: '@desktop' }, async ({
  page,
  people,
}) => {
  await enterAs(page, await people.bettor(30))
  await useTheme(page, 'dark')
  await page.goto('/profile?tab=statistics')
  const statement = page.getByRole('region', { name: 'Account statement' })
  await expect(statement.getByText('€30.00').filter({ visible: true }).first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(header(page)).toBeHidden()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('complementary', { name: 'Bet slip' })).toBeHidden()
  await expect(statement.getByText('€30.00').filter({ visible: true }).first()).toBeVisible()
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(statement).toHaveCSS('color', 'rgb(0, 0, 0)')
})
