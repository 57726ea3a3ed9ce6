import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectStatus, open, resetServer, sent, serve, serverState } from '../../testing/admin.harness.tsx'
import { ApprovalsPage } from './approvals.tsx'

const draw = {
  id: 'd1',
  username: 'desk-three',
  requestedBy: 'desk-two',
  requestedAt: '2026-11-20T14:00:00.000Z',
  amount: 29_500,
}

beforeEach(() => {
  resetServer()
  serverState.approvals = {
    decides: true,
    waiting: [{ ...draw, balance: '500.00', reason: 'weekend desk' }],
    decided: [
      {
        ...draw,
        id: 'd2',
        amount: 15_000,
        basis: 'budget',
        state: 'granted',
        decidedBy: null,
        decidedAt: null,
        reason: null,
        decisionReason: null,
        number: 7,
      },
      {
        ...draw,
        id: 'd3',
        amount: 40_000,
        basis: 'super-admin',
        state: 'granted',
        decidedBy: null,
        decidedAt: null,
        reason: null,
        decisionReason: null,
        number: 7,
      },
      {
        ...draw,
        id: 'd4',
        amount: 1,
        basis: 'approval',
        state: 'declined',
        decidedBy: 'root',
        decidedAt: '2026-11-20T16:30:00.000Z',
        reason: 'one more',
        decisionReason: 'not today',
        number: 48_211,
      },
    ],
    usedToday: 15_000,
    dailyBudget: 20_000,
  }
})

it('shows who asked, for whom and how much, and today’s use of the budget', async () => {
  await open(<ApprovalsPage />, '/admin/approvals')
  const waiting = within(await screen.findByRole('region', { name: 'Waiting for approval' }))
  expect(await waiting.findByText('desk-three')).toBeShown()
  expect(waiting.getByText('desk-two')).toBeShown()
  expect(waiting.getByText('weekend desk')).toBeShown()
  expect(waiting.getByText('€29,500.00')).toBeShown()
  expect(waiting.getByText('€30,000.00')).toBeShown()
  expect(screen.getAllByText('€15,000.00').length).toBe(2)
  expect(screen.getByText('of €20,000.00 a day')).toBeShown()
})

it('marks decided draws: within the budget, by a super admin, declined', async () => {
  await open(<ApprovalsPage />, '/admin/approvals')
  for (const text of ['Within the budget', 'Super admin’s own grant', 'Declined by root']) {
    expect(await screen.findByText(text)).toBeShown()
  }
  const declined = screen.getByRole('row', { name: /Declined by root/ })
  for (const text of ['one more', 'not today', '20 Nov 17:30']) expect(declined.textContent).toContain(text)
  expect(within(declined).getByRole('link', { name: '#48,211' })).toBeShown()
})

it('tints draws that were decided while the page was open, and nothing else', async () => {
  const { client } = await open(<ApprovalsPage />, '/admin/approvals')
  const tinted = () => screen.getAllByRole('row').filter((row) => row.className.includes('--accent'))
  await screen.findByRole('row', { name: /Declined by root/ })
  expect(tinted()).toEqual([])
  const [first] = serverState.approvals.decided
  serverState.approvals.decided = [{ ...first!, id: 'd9', amount: 77 }, ...serverState.approvals.decided]
  await client.invalidateQueries({ queryKey: ['admin'] })
  await waitFor(() => expect(tinted().map((row) => row.textContent)).toEqual([expect.stringContaining('€77.00')]))
})

describe('a decision', () => {
  it.each([
    [
      'Approve',
      'approveDraw',
      'Approve €29,500.00 for desk-three?',
      'Approve €29,500.00',
      '✅ €29,500.00 for desk-three approved',
    ],
    [
      'Decline',
      'declineDraw',
      'Decline €29,500.00 for desk-three?',
      'Decline',
      '✅ €29,500.00 for desk-three declined',
    ],
  ])('%s asks for a reason first', async (label, action, title, confirmLabel, told) => {
    serve(() => HttpResponse.json({ success: true, message: 'ok', balance: '30000.00', position: '1' }))
    const { user } = await open(<ApprovalsPage />, '/admin/approvals')
    await user.click(await screen.findByRole('button', { name: `${label} €29,500.00 for desk-three` }))
    const dialog = within(await screen.findByRole('alertdialog', { name: title }))
    expect(dialog.getByText(/^desk-two asked for it\./)).toBeShown()
    expect(dialog.getByText('weekend desk')).toBeShown()
    await user.click(dialog.getByRole('button', { name: confirmLabel }))
    expect(await dialog.findByText('Please say why')).toBeShown()
    await user.type(dialog.getByLabelText('Reason'), 'agreed by phone')
    await user.click(dialog.getByRole('button', { name: confirmLabel }))
    await expectStatus(told)
    expect(sent.map(({ body }) => body)).toEqual([{ action, drawId: 'd1', reason: 'agreed by phone' }])
  })
  it('that came too late is reported', async () => {
    const error = 'This request is no longer waiting for approval'
    serve(() => HttpResponse.json({ error, code: 'draw_not_waiting' }, { status: 409 }))
    const { user } = await open(<ApprovalsPage />, '/admin/approvals')
    await user.click(await screen.findByRole('button', { name: 'Decline €29,500.00 for desk-three' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.type(dialog.getByLabelText('Reason'), 'no')
    await user.click(dialog.getByRole('button', { name: 'Decline' }))
    await expectStatus(`❌ Error: ${error}`)
  })
})

it('is for super admins: others see only their own draws', async () => {
  serverState.approvals.decides = false
  await open(<ApprovalsPage />, '/admin/approvals')
  expect(await screen.findByText('Super admins decide what is handed out beyond the day’s budget.')).toBeShown()
  expect(screen.getByText('weekend desk')).toBeShown()
  expect(screen.queryByRole('button', { name: /^(Approve|Decline)/ })).toBeNull()
})

it('says when nothing waits', async () => {
  serverState.approvals = { decides: true, waiting: [], decided: [], usedToday: 0, dailyBudget: 20_000 }
  await open(<ApprovalsPage />, '/admin/approvals')
  expect(await screen.findByText('Nothing is waiting for approval.')).toBeShown()
  expect(screen.getByText('Nothing has been handed out yet.')).toBeShown()
})
