import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { aListedUser, expectStatus, open, resetServer, sent, serve } from '../../testing/admin.harness.tsx'
import { PayGoodwill } from './pay-goodwill.tsx'

beforeEach(resetServer)

const ada = aListedUser({ id: 'a'.repeat(32), username: 'ada', balance: '65.00' })
const openForm = (left: number | null = 600) =>
  open(
    <>
      <h1>Edit Customer</h1>
      <PayGoodwill user={ada} left={left} />
    </>,
    '/admin/users',
  )

it('is paid after a confirmation with the amount, the balance before and after, and a reason', async () => {
  const { user } = await openForm()
  await user.click(screen.getByRole('button', { name: 'Pay goodwill' }))
  expect(await screen.findByText('Please enter a valid amount.')).toBeShown()
  await user.type(screen.getByRole('textbox', { name: 'Goodwill amount' }), '12,50')
  await user.click(screen.getByRole('button', { name: 'Pay goodwill' }))
  expect(await screen.findByRole('heading', { name: 'Pay goodwill to ada?' })).toBeShown()
  expect(screen.getByText('€77.50')).toBeShown()
  await user.click(screen.getByRole('button', { name: 'Pay €12.50' }))
  expect(await screen.findByText('Please say why')).toBeShown()
  const reason = () => screen.getByRole('textbox', { name: 'Reason' })
  expect(document.activeElement).toBe(reason())
  // Opened again, the reason shows no error, and the amount is still there.
  await user.type(reason(), 'a bad evening')
  await user.clear(reason())
  await user.click(screen.getByRole('button', { name: 'Pay €12.50' }))
  await expect.poll(() => reason().getAttribute('aria-invalid')).toBe('true')
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Pay goodwill' }))
  await screen.findByRole('heading', { name: 'Pay goodwill to ada?' })
  expect(reason().getAttribute('aria-invalid')).toBeNull()
  await user.type(reason(), 'a bad evening')
  await user.click(screen.getByRole('button', { name: 'Pay €12.50' }))
  await expectStatus('✅ €12.50 of goodwill paid to ada')
  expect(sent).toMatchObject([
    { body: { action: 'payGoodwill', userId: ada.id, amount: 12.5, reason: 'a bad evening' } },
  ])
  expect(sent[0]!.key).not.toBeNull()
})

it('is refused at its field above what is left today, before any confirmation', async () => {
  const { user } = await openForm(40)
  expect(screen.getByText('You may pay €40.00 more today.')).toBeShown()
  const amount = screen.getByRole('textbox', { name: 'Goodwill amount' })
  await user.type(amount, '40.01')
  await user.click(screen.getByRole('button', { name: 'Pay goodwill' }))
  expect(await screen.findByText('You may pay €40.00 more today: a super admin may pay more.')).toBeShown()
  expect(amount.getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(amount)
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.clear(amount)
  await user.type(amount, '40')
  await user.click(screen.getByRole('button', { name: 'Pay goodwill' }))
  expect(await screen.findByRole('heading', { name: 'Pay goodwill to ada?' })).toBeShown()
})

it('has no limit for super admins', async () => {
  const { user } = await openForm(null)
  expect(screen.queryByText(/more today/)).toBeNull()
  await user.type(screen.getByRole('textbox', { name: 'Goodwill amount' }), '5000')
  await user.click(screen.getByRole('button', { name: 'Pay goodwill' }))
  expect(await screen.findByRole('heading', { name: 'Pay goodwill to ada?' })).toBeShown()
})

it('says what is left once the day’s limit is reached', async () => {
  serve(() => HttpResponse.json({ code: 'goodwill_bound_reached', error: 'Above the bound' }, { status: 409 }))
  const { user } = await openForm()
  await user.type(screen.getByRole('textbox', { name: 'Goodwill amount' }), '500')
  await user.click(screen.getByRole('button', { name: 'Pay goodwill' }))
  await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'sorry')
  await user.click(screen.getByRole('button', { name: 'Pay €500.00' }))
  await expectStatus('❌ Error: Above the bound')
})
