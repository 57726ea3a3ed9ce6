import { check } from './check.ts'
import { enterAs, expect, test } from './fixtures.ts'

// Contrast cannot be measured during transitions.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('a request is declined with a reason, and found in the audit trail', async ({ page, people, request }) => {
  const admin = await people.admin()
  const bettor = await people.bettor(20)
  const { username } = bettor.user
  const headers = { Authorization: `Bearer ${bettor.token}` }
  const data = { kind: 'pay-out', amount: 12.34, note: 'to my secret bank' }
  expect((await request.post('/api/account/requests', { data, headers })).status()).toBe(200)

  await enterAs(page, admin)
  await page.goto('/admin/requests')
  const card = page.getByRole('listitem').filter({ hasText: username })
  await expect(card).toContainText('to my secret bank')
  const decline = card.getByRole('button', { name: 'Decline' })
  await decline.click()
  const answer = card.getByRole('textbox', { name: 'Answer' })
  await expect(answer).toBeFocused()
  await expect(card.getByText('Please say why it is declined')).toBeVisible()
  await check(page, 'a request without an answer')
  await answer.fill('Your bank refused it.')
  await decline.click()
  await expect(card).toHaveCount(0)
  await page.getByRole('button', { name: 'Answered', exact: true }).click()
  await expect(card).toContainText('Your bank refused it.')

  await page.goto(`/admin/audit?q=${username}`)
  const line = page.getByText(`${admin.user.username} declined the request of ${username} for a pay-out of €12.34`)
  await expect(line).toBeVisible()
  await expect(page.getByText('Your bank refused it.')).toBeVisible()
  await page
    .getByRole('button', { name: /^#.*, the event$/ })
    .first()
    .click()
  const raw = page.getByRole('region', { name: 'Raw event' })
  await expect(raw).toContainText('"RequestEnded"')
  await expect(raw).not.toContainText('secret')
})

test('an empty notice has one frame, and none inside a card', async ({ page, people }) => {
  await enterAs(page, await people.admin())
  const frameOf = (text: RegExp) => page.getByText(text).locator('..')
  await page.goto('/admin/settlement')
  await expect(frameOf(/^Choose from the list/)).toHaveCSS('border-top-width', '0px')
  await page.goto(`/leagues/soccer_epl/events/${'0'.repeat(32)}`)
  await expect(frameOf(/^No data available for this event/)).toHaveCSS('border-top-width', '1px')
})
