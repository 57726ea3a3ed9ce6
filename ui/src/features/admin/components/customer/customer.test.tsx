import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { expectStatus, open, resetServer, sent, serve, serverState } from '../../testing/admin.harness.tsx'
import { UsersPage } from '../users/users.tsx'

beforeEach(resetServer)

describe('a customer', () => {
  const openAda = async () => {
    const view = await open(<UsersPage />, '/admin/users')
    await view.user.click(await screen.findByRole('button', { name: /^ada/ }))
    return view
  }
  const dialog = async () => within(await screen.findByRole('alertdialog'))

  it('shows the facts, and names the missing ones', async () => {
    const { user } = await openAda()
    expect(document.activeElement?.textContent).toBe('Edit Customer')
    expect(screen.getByText('Email').nextSibling?.textContent).toBe('Not provided')
    expect(screen.getByText('Created by').nextSibling?.textContent).toBe('System')
    await user.click(screen.getByRole('button', { name: 'Back to Users' }))
    expect(screen.queryByText('Edit Customer')).toBeNull()
    expect(document.activeElement?.textContent).toContain('ada')
  })

  it('confirms a deposit, with both balances before and after', async () => {
    serve(() => HttpResponse.json({ success: true, adminBalance: 18_140, userBalance: 165, position: '1' }))
    const { user } = await openAda()
    await user.type(screen.getByLabelText('Amount'), '100')
    await user.click(screen.getByRole('button', { name: 'Deposit' }))
    const confirmation = await dialog()
    expect(confirmation.getByRole('heading').textContent).toBe('Deposit to ada?')
    expect(confirmation.getByText('ada: €65.00 → €165.00. Your balance: €18,240.00 → €18,140.00.')).toBeShown()
    await user.type(confirmation.getByLabelText('Reason (optional)'), 'cash at the desk')
    await user.click(confirmation.getByRole('button', { name: 'Deposit €100.00' }))
    await expectStatus('✅ Deposited €100.00 to ada. Balance: €165.00')
    expect(sent[0]?.body).toEqual({
      action: 'updateBalance',
      userId: 'a'.repeat(32),
      amountToAdd: 100,
      balanceType: 'deposit',
      reason: 'cash at the desk',
    })
  })

  it('sends a withdrawal as a negative amount, and shows why it was refused', async () => {
    serve(() => HttpResponse.json({ error: 'Insufficient balance', code: 'balance_too_small' }, { status: 409 }))
    const { user } = await openAda()
    await user.type(screen.getByLabelText('Amount'), '70,5')
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    await user.click((await dialog()).getByRole('button', { name: 'Withdraw €70.50' }))
    await expectStatus('❌ Error: Insufficient balance')
    expect(sent[0]?.body).toMatchObject({ amountToAdd: -70.5, balanceType: 'withdraw' })
  })

  it.each(['', '0', '-1', '1.005', 'ten'])('refuses the amount %j', async (amount) => {
    const { user } = await openAda()
    if (amount !== '') await user.type(screen.getByLabelText('Amount'), amount)
    await user.click(screen.getByRole('button', { name: 'Deposit' }))
    expect(
      screen.getByRole('textbox', {
        name: 'Amount',
        description: 'Please enter an amount greater than 0, with at most two decimals',
      }),
    ).toBeShown()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('keeps its key while the outcome is unknown, and uses a new one afterwards', async () => {
    serve((_, nth) =>
      nth === 1
        ? HttpResponse.json({ error: 'The outcome is not known yet.', code: 'outcome_unknown' }, { status: 504 })
        : HttpResponse.json({ success: true, adminBalance: 1, userBalance: 75, position: '1' }),
    )
    const { user } = await openAda()
    for (const _ of [1, 2, 3]) {
      await user.clear(screen.getByLabelText('Amount'))
      await user.type(screen.getByLabelText('Amount'), '10')
      await user.click(screen.getByRole('button', { name: 'Deposit' }))
      await user.click((await dialog()).getByRole('button', { name: 'Deposit €10.00' }))
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    }
    const [first, second, third] = sent.map(({ key }) => key)
    expect(second).toBe(first)
    expect(third).not.toBe(second)
  })

  it('blocks after a confirmation, and unblocks', async () => {
    serve((body) => {
      serverState.users = serverState.users.map((user) => ({ ...user, is_blocked: body.action === 'blockUser' }))
      return HttpResponse.json({ success: true, message: 'ada has been blocked' })
    })
    const { user } = await openAda()
    await user.click(screen.getByRole('button', { name: 'Block User' }))
    const confirmation = await dialog()
    expect(confirmation.getByText(/balance stays €65\.00/)).toBeShown()
    await user.click(confirmation.getByRole('button', { name: 'Block User' }))
    await expectStatus('✅ ada has been blocked')
    expect(await screen.findByRole('button', { name: 'Unblock User' })).toBeShown()
    expect(sent[0]?.body).toEqual({ action: 'blockUser', targetUsername: 'ada' })
  })
})
