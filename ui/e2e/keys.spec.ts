// With the keyboard alone, actions that cannot be undone can be confirmed: into their dialog, out of it again, and
// through it.
import type { Page } from '@playwright/test'
import { enterAs, expect, newName, noticesOf, test } from './fixtures.ts'

const PASSWORD = 'runs the desk'

/** Presses a button with Enter. */
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).press('Enter')

/** Expects the focus to be inside the dialog, after each of several Tabs. */
async function expectTrapped(page: Page, title: string) {
  const dialog = page.getByRole('alertdialog', { name: title })
  const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement))
  await expect.poll(isInside).toBe(true)
  for (let tab = 0; tab < 6; tab++) {
    await page.keyboard.press('Tab')
    // beyond the last control the focus is at the dialog's edge for a moment, which sends it back
    await expect.poll(isInside, `after ${tab + 1} Tabs`).toBe(true)
  }
}

/** Leaves the dialog with this title by Escape, opens it again, and confirms it with a reason. */
async function confirmByKeys(page: Page, opener: string, title: string) {
  await expectTrapped(page, title)
  await page.keyboard.press('Escape')
  const dialog = page.getByRole('alertdialog', { name: title })
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: opener, exact: true })).toBeFocused()
  await page.keyboard.press('Enter')
  const reason = dialog.getByLabel('Reason')
  await reason.focus()
  await page.keyboard.press('Enter')
  await expect(reason).toHaveAttribute('aria-invalid')
  await page.keyboard.type('agreed on the phone')
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

/** With the focus nowhere, the keyboard would start again at the top of the page. */
const expectSomewhere = (page: Page) =>
  expect.poll(() => page.evaluate(() => document.activeElement !== document.body)).toBe(true)

test('admins and auditors are added and removed by keys alone', { tag: '@desktop' }, async ({ page, people }) => {
  await enterAs(page, await people.superAdmin())
  await page.goto('/admin/admins')
  for (const [form, button, ending, kind] of [
    ['Add New Admin', 'Add Admin', 'an admin', 'Remove, €20,000.00 back to the treasury'],
    ['Add New Auditor', 'Add Auditor', 'an auditor', 'Remove the auditor'],
  ] as const) {
    const name = newName('keys')
    if (form === 'Add New Auditor') await press(page, form)
    const fields = page.getByRole('form', { name: form })
    await fields.getByLabel('Username').focus()
    await page.keyboard.type(name)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    if (form === 'Add New Admin') await page.keyboard.press('Tab')
    const add = page.getByRole('button', { name: button, exact: true })
    await expect(add).toBeFocused()
    await expect(add).toHaveAccessibleDescription('Please fill in all fields')
    await fields.getByLabel('Password').focus()
    await page.keyboard.type(PASSWORD)
    await add.press('Enter')
    await confirmByKeys(page, button, `Add ${name} as ${ending}?`)
    await expect(fields.getByRole('status')).toContainText('✅')
    await expect(add).toBeFocused()

    await press(page, `Remove ${name}`)
    await expect(page.getByRole('button', { name: kind })).toBeVisible()
    await confirmByKeys(page, `Remove ${name}`, `Remove ${name}?`)
    await expect(page.getByText(`✅ ${name} has been removed`)).toBeVisible()
    await expect(page.getByRole('button', { name: `Remove ${name}`, exact: true })).toHaveCount(0)
    await expectSomewhere(page)
  }
})

test('a bettor’s own account is closed by keys alone', { tag: '@desktop' }, async ({ page, people }) => {
  const bettor = await people.bettor(5)
  await enterAs(page, bettor)
  await page.goto('/profile?tab=settings')
  const said = await noticesOf(page)
  const card = page.getByRole('region', { name: 'Close account' })
  const open = card.getByRole('button', { name: 'Close account' })
  await open.press('Enter')
  await expect(card.getByLabel('Current password')).toBeFocused()
  await card.getByRole('button', { name: 'Cancel' }).press('Enter')
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(card.getByLabel('Current password')).toBeFocused()
  await page.keyboard.type('a guess')
  await page.keyboard.press('Enter')
  await expect(card.getByLabel('Current password')).toHaveAttribute('aria-invalid')
  await expect(card.getByLabel('Current password')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(bettor.password)
  await page.keyboard.press('Enter')
  await expect(card).toContainText('You asked for this')
  await expect(card).toBeFocused()
  expect(await said()).toContain('Your account will be closed once nothing is left in it')
  await page.keyboard.press('Tab')
  await expect(card.getByRole('button', { name: 'Keep the account' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(open).toBeVisible()
  await expect.poll(() => card.evaluate((one) => one.contains(document.activeElement))).toBe(true)
})
