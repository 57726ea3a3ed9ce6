import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { OwnRequest, RequestBody } from '#services/contract/contract.ts'
import { startSession } from '#ui/lib/session.ts'
import { aUser } from '#ui/testing/factories.ts'
import { isOff } from '#ui/testing/is-off.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { Overview } from '../overview.tsx'
import { AskForClosing } from '../settings/ask-for-closing.tsx'

let stored: OwnRequest[]
let closingAt: string | null
const sent: RequestBody[] = []
beforeEach(() => {
  stored = []
  closingAt = null
  sent.length = 0
  server.use(
    http.get('*/api/account/closing', () =>
      HttpResponse.json({ requestedAt: closingAt, balance: '65.00', openBets: 0 }),
    ),
    http.get('*/api/account/requests', () => HttpResponse.json({ requests: stored })),
    http.post('*/api/account/requests', async ({ request }) => {
      const body = (await request.json()) as RequestBody
      sent.push(body)
      const filed = aRequest({ kind: body.kind, amount: 'amount' in body ? body.amount : null, note: body.note ?? '' })
      stored = [filed, ...stored]
      return HttpResponse.json(filed)
    }),
    http.post('*/api/account/requests/withdraw', () => {
      stored = stored.map((one) => ({ ...one, state: 'withdrawn' }))
      return HttpResponse.json({ success: true })
    }),
  )
})
const aRequest = (changes: Partial<OwnRequest> = {}): OwnRequest => ({
  id: `r${stored.length}`,
  kind: 'deposit',
  amount: 20,
  note: '',
  state: 'open',
  answer: '',
  requestedAt: '2026-11-20T14:00:00.000Z',
  decidedAt: null,
  ...changes,
})
async function open() {
  const user = aUser({ balance: '65.00' })
  startSession({ user, token: 't' })
  return renderPage(<Overview user={user} />, { path: '/profile' })
}

describe('a request', () => {
  it('for a deposit is sent and listed, and the focus returns', async () => {
    const { user } = await open()
    expect(await screen.findByText('You have not asked for anything yet.')).toBeShown()
    await user.click(screen.getByRole('button', { name: 'Request a deposit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Request a deposit' }))
    await expect.poll(() => document.activeElement).toBe(dialog.getByRole('textbox', { name: /^Amount/ }))
    expect(dialog.getByText(/Please contact support to deposit funds\./)).toBeShown()
    await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '20,50')
    await user.type(dialog.getByRole('textbox', { name: 'Note (optional)' }), ' by noon ')
    await user.click(dialog.getByRole('button', { name: 'Send request' }))
    const row = await screen.findByRole('listitem')
    expect(row.textContent).toContain('Deposit€20.50Waiting')
    expect(sent).toEqual([{ kind: 'deposit', amount: 20.5, note: 'by noon' }])
    await expect.poll(() => document.activeElement?.textContent).toBe('Request a deposit')
  })

  it('for a deposit is not offered while the account is closing', async () => {
    closingAt = '2026-11-20T14:00:00.000Z'
    await open()
    expect(await screen.findByText(/it takes no bets and no deposits/)).toBeShown()
    expect(screen.queryByText(/contact support to deposit/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Request a deposit' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Request a pay-out' })).toBeShown()
  })

  it('for a pay-out is not sent without an amount, nor above the balance', async () => {
    const { user } = await open()
    await user.click(screen.getByRole('button', { name: 'Request a pay-out' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Request a pay-out' }))
    await user.click(dialog.getByRole('button', { name: 'Send request' }))
    expect(dialog.getByText('Please enter an amount greater than 0, with at most two decimals')).toBeShown()
    await user.type(dialog.getByRole('textbox', { name: 'Amount' }), '65.01{Enter}')
    expect(dialog.getByText('Your balance is €65.00')).toBeShown()
    expect(sent).toEqual([])
  })

  it('shows its answer, or is withdrawn', async () => {
    stored = [
      aRequest({ id: 'old', state: 'done', answer: 'Paid today.', decidedAt: '2026-11-20T15:00:00.000Z' }),
      aRequest({ id: 'new', kind: 'pay-out' }),
    ]
    const { user } = await open()
    expect(await screen.findByText('Paid today.')).toBeShown()
    expect(screen.getByText('Asked Fri 20 Nov 15:00, answered Fri 20 Nov 16:00')).toBeShown()
    await user.click(screen.getByRole('button', { name: 'Take back Pay-out' }))
    expect((await screen.findAllByText('Taken back')).length).toBeGreaterThan(0)
    expect(screen.queryByRole('button', { name: /Take back/ })).toBeNull()
  })

  it('for closing an admin’s account is confirmed, and shown as open', async () => {
    const { user } = await renderPage(<AskForClosing userId="ada" />)
    const button = await screen.findByRole('button', { name: 'Ask to close' })
    await expect.poll(() => isOff(button)).toBe(false)
    await user.click(button)
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.click(dialog.getByRole('button', { name: 'Ask to close' }))
    expect(await screen.findByText('Asked Fri 20 Nov 15:00. An admin will answer it.')).toBeShown()
    expect(sent).toEqual([{ kind: 'closing' }])
  })
})
