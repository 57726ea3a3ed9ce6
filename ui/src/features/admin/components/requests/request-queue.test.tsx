import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { QueuedRequest } from '../../api/requests.ts'
import { open, resetServer, section, sent, serve, serverState } from '../../testing/admin.harness.tsx'

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
  decidedBy: null,
  ...changes,
})
const queue = () => section('requests')

describe('the queue of requests', () => {
  it('says who asks for what, and is answered', async () => {
    serverState.requests = [aRequest()]
    serve(() => {
      serverState.requests = [aRequest({ state: 'done', decidedBy: 'desk-one', decidedAt: '2026-11-20T15:00:00.000Z' })]
      return HttpResponse.json({ success: true })
    })
    const { user } = await open({ section: 'requests' })
    const row = (await queue().findByText('to my bank')).closest('li')!
    for (const text of ['Pay-out', '€20.00', 'ada@example.org']) expect(row.textContent).toContain(text)
    await user.type(queue().getByRole('textbox', { name: 'Answer (optional)' }), 'Paid today.')
    await user.click(queue().getByRole('button', { name: 'Mark as done Pay-out, ada' }))
    expect(await queue().findByText('No requests are waiting.')).toBeShown()
    expect(sent[0]!.body).toEqual({ action: 'decideRequest', requestId: 'r1', decision: 'done', answer: 'Paid today.' })
    expect(sent[0]!.key).not.toBeNull()
    await user.click(queue().getByRole('button', { name: 'Answered' }))
    expect(await queue().findByText('desk-one, Fri 20 Nov 16:00')).toBeShown()
  })

  it('leads to the customer', async () => {
    serverState.requests = [aRequest()]
    const { user } = await open({ section: 'requests' })
    await user.click(await queue().findByRole('button', { name: 'Edit Customer ada' }))
    await waitFor(() => expect(section('users').getByRole('heading', { name: 'Edit Customer' })).toBeShown())
    expect(screen.getAllByText('ada').length).toBeGreaterThan(0)
  })

  it('says why a request could not be answered, and keeps the answer', async () => {
    serverState.requests = [aRequest({ kind: 'closing', amount: null, userPage: null })]
    serve(() =>
      HttpResponse.json({ code: 'request_decided', error: 'This request was answered already.' }, { status: 409 }),
    )
    const { user } = await open({ section: 'requests' })
    const answer = await queue().findByRole<HTMLInputElement>('textbox', { name: 'Answer (optional)' })
    await user.type(answer, 'No')
    await user.click(queue().getByRole('button', { name: 'Decline Closing the account, ada' }))
    expect((await queue().findByRole('alert')).textContent).toBe('This request was answered already.')
    expect(answer.value).toBe('No')
    expect(queue().queryByRole('button', { name: 'Edit Customer ada' })).toBeNull()
  })
})
