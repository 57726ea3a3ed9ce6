import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { isOff } from '#ui/testing/is-off.ts'
import type { QueuedRequest } from '../../api/requests.ts'
import { open, resetServer, sent, serve, serverState } from '../../testing/admin.harness.tsx'
import { FRESH } from '../desk/table/table-props.ts'
import { RequestsPage } from './request-queue.tsx'

beforeEach(resetServer)

const aRequest = (changes: Partial<QueuedRequest> = {}): QueuedRequest => ({
  id: 'r1',
  kind: 'pay-out',
  amount: 20,
  note: 'to my bank',
  state: 'open',
  answer: '',
  requestedAt: '2026-11-20T14:00:00.000Z',
  decidedAt: null,
  userId: 'a'.repeat(32),
  username: 'ada',
  userPage: 1,
  email: 'ada@example.org',
  balance: '50.00',
  ending: null,
  decidedBy: null,
  ...changes,
})

describe('the queue of requests', () => {
  it('says who asks for what, and answers it', async () => {
    serverState.requests = [aRequest()]
    serve(() => {
      serverState.requests = [aRequest({ state: 'done', decidedBy: 'desk-one', decidedAt: '2026-11-20T15:00:00.000Z' })]
      return HttpResponse.json({ success: true })
    })
    const { user, router } = await open(<RequestsPage />, '/admin/requests')
    const row = (await screen.findByText('to my bank')).closest('li')!
    for (const text of ['Pay-out', '€20.00', 'ada@example.org', 'Wallet €50.00'])
      expect(row.textContent).toContain(text)
    await user.type(screen.getByRole('textbox', { name: /^Answer / }), 'Paid today.')
    await user.click(screen.getByRole('button', { name: 'Mark as done Pay-out, ada' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Mark ada’s request as done?' })
    expect(dialog.textContent).toContain('This moves no money: ')
    await user.click(within(dialog).getByRole('button', { name: 'Mark as done, without money' }))
    expect(await screen.findByText('No requests are waiting.')).toBeShown()
    expect(screen.getByText('✅ The request of ada is marked as done')).toBeShown()
    expect(sent[0]!.body).toEqual({ action: 'decideRequest', requestId: 'r1', decision: 'done', answer: 'Paid today.' })
    expect(sent[0]!.key).not.toBeNull()
    // The empty list has a button too, which does the same as the chip.
    await user.click(screen.getByRole('button', { name: 'Show answered requests' }))
    const answered = (await screen.findByText('desk-one, Fri 20 Nov 16:00')).closest('li')!
    expect(answered.className).toContain(FRESH)
    expect(screen.getByRole('button', { name: 'Answered' }).getAttribute('aria-pressed')).toBe('true')
    // In the address, and a step back.
    expect(router.state.location.search).toEqual({ list: 'decided' })
    act(() => router.history.back())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Waiting', pressed: true })).toBeShown())
  })

  it('says that no email was provided', async () => {
    serverState.requests = [aRequest({ email: null })]
    await open(<RequestsPage />, '/admin/requests')
    expect((await screen.findByText('to my bank')).closest('li')!.textContent).toContain('ada · email: Not provided · ')
  })

  it.each([
    ['deposit', 'Deposit €20.00', 20, 'deposit', '€70.00', '✅ €20.00 deposited to ada'],
    ['pay-out', 'Pay out €20.00', -20, 'withdraw', '€30.00', '✅ €20.00 paid out to ada'],
  ] as const)('carries out a %s, and marks it', async (kind, label, amountToAdd, balanceType, after, told) => {
    serverState.requests = [aRequest({ kind })]
    serve(() => HttpResponse.json({ success: true }))
    const { user } = await open(<RequestsPage />, '/admin/requests')
    await user.click(await screen.findByRole('button', { name: new RegExp(`^${label}`) }))
    expect(sent).toEqual([])
    const dialog = await screen.findByRole('alertdialog', { name: `${label} to ada?` })
    expect(dialog.textContent).toContain(`Wallet of ada€50.00 → ${after}`)
    await user.click(within(dialog).getByRole('button', { name: label }))
    await waitFor(() => expect(sent).toHaveLength(2))
    const move = { action: 'updateBalance', userId: 'a'.repeat(32), amountToAdd, balanceType, reason: 'As requested' }
    expect(sent.map(({ body }) => body)).toEqual([move, { action: 'decideRequest', requestId: 'r1', decision: 'done' }])
    expect(await screen.findByText(told)).toBeShown()
  })

  it.each([
    [{ amount: 20 }, 'Wallet €50.00'],
    [{ amount: 50.01 }, 'Wallet €50.00 · less than asked for'],
    [{ kind: 'deposit', amount: 90 }, 'Wallet €50.00'],
    [{ kind: 'password', amount: null }, null],
    [{ kind: 'closing', amount: null, balance: null }, null],
  ] as const)('says what the wallet holds: %o', async (changes, text) => {
    serverState.requests = [aRequest(changes)]
    await open(<RequestsPage />, '/admin/requests')
    const card = (await screen.findByText('to my bank')).closest('li')!
    expect(within(card).queryByText(/^Wallet/)?.textContent ?? null).toBe(text)
  })

  it.each([
    ['closing', 'This account is about to be closed, and takes no deposit', 'The account is about to be closed.'],
    ['closed', 'This account is closed, and takes no deposit', 'The account was closed.'],
  ] as const)('leaves a deposit to who goes (%s) to be declined, and says why', async (ending, told, answer) => {
    serverState.requests = [aRequest({ kind: 'deposit', ending }), aRequest({ id: 'r2', note: 'the rest', ending })]
    serve(() => HttpResponse.json({ success: true }))
    const { user } = await open(<RequestsPage />, '/admin/requests')
    const card = (await screen.findByText('to my bank')).closest('li')!
    expect(card.textContent).toContain(`Wallet €50.00 · ${told}`)
    expect(within(card).queryByRole('button', { name: /^(Deposit|Mark)/ })).toBeNull()
    await user.click(within(card).getByRole('button', { name: 'Decline Deposit, ada' }))
    expect(sent[0]!.body).toMatchObject({ requestId: 'r1', decision: 'declined', answer })
    // Whatever is left there can still be paid out.
    const payOut = screen.getByText('the rest').closest('li')!
    expect(payOut.textContent).not.toContain(told)
    expect(within(payOut).getByRole('button', { name: /^Pay out/ })).toBeShown()
  })

  it('says that the money has moved if only the mark failed, and does not move it again', async () => {
    serverState.requests = [aRequest({ kind: 'deposit' })]
    serve(({ action }) =>
      action === 'updateBalance'
        ? HttpResponse.json({ success: true })
        : HttpResponse.json({ code: 'request_failed', error: 'Not now.' }, { status: 503 }),
    )
    const { user } = await open(<RequestsPage />, '/admin/requests')
    await user.click(await screen.findByRole('button', { name: /^Deposit €20.00/ }))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Deposit €20.00' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('€20.00 was moved, but the request is not marked as done yet. Not now.')
    expect(screen.queryByRole('button', { name: /^Deposit €20.00/ })).toBeNull()
    expect(isOff(screen.getByRole<HTMLButtonElement>('button', { name: /^Decline/ }))).toBe(true)
    await user.click(screen.getByRole('button', { name: /^Mark as done/ }))
    await waitFor(() => expect(sent).toHaveLength(3))
    expect(sent.map(({ body }) => body.action)).toEqual(['updateBalance', 'decideRequest', 'decideRequest'])
  })

  it('links to the customer', async () => {
    serverState.requests = [aRequest()]
    await open(<RequestsPage />, '/admin/requests')
    const link = await screen.findByRole('link', { name: 'Edit Customer ada' })
    expect(link.getAttribute('href')).toBe(`/admin/users?user=${'a'.repeat(32)}`)
  })

  it('declines only with an answer', async () => {
    serverState.requests = [aRequest()]
    serve(() => HttpResponse.json({ success: true }))
    const { user } = await open(<RequestsPage />, '/admin/requests')
    const answer = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Answer / })
    await user.click(screen.getByRole('button', { name: 'Decline Pay-out, ada' }))
    const described = (description: string) => screen.getByRole('textbox', { name: /^Answer /, description })
    expect(described('Please say why it is declined')).toBe(answer)
    expect(document.activeElement).toBe(answer)
    expect(sent).toEqual([])
    await user.type(answer, 'No such account.')
    expect(described('The person who asked sees it. Required to decline.')).toBe(answer)
    await user.click(screen.getByRole('button', { name: 'Decline Pay-out, ada' }))
    expect(sent[0]!.body).toMatchObject({ decision: 'declined', answer: 'No such account.' })
  })

  it('says why a request could not be answered, and keeps the answer', async () => {
    serverState.requests = [aRequest({ kind: 'closing', amount: null, userPage: null })]
    serve(() =>
      HttpResponse.json({ code: 'request_decided', error: 'This request has already been answered.' }, { status: 409 }),
    )
    const { user } = await open(<RequestsPage />, '/admin/requests')
    const answer = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Answer / })
    await user.type(answer, 'No')
    await user.click(screen.getByRole('button', { name: 'Decline Closing the account, ada' }))
    expect((await screen.findByRole('alert')).textContent).toBe('This request has already been answered.')
    expect(answer.value).toBe('No')
    expect(screen.queryByRole('link', { name: 'Edit Customer ada' })).toBeNull()
  })
})
