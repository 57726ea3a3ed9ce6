import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { anAdmin, expectStatus, open, resetServer, sent, serve, serverState } from '../../testing/admin.harness.tsx'
import { AdminsPage } from './admins.tsx'

beforeEach(resetServer)

const list = async () => within(await screen.findByRole('region', { name: 'Current Admin Users' }))
const updated = (more = {}) =>
  HttpResponse.json({ success: true, message: 'ok', balance: '750.00', position: '1', ...more })

describe('the admins', () => {
  it('are listed with their balances, super admins with a badge, and what waits', async () => {
    serverState.admins.adminUsers[1]!.pending = 29_500
    await open(<AdminsPage />, '/admin/admins')
    const admins = await list()
    expect(await admins.findByText('desk-two')).toBeShown()
    expect(admins.getAllByText('Super Admin')).toHaveLength(1)
    expect(admins.getByText('€500.00')).toBeShown()
    expect(admins.getByText('€29,500.00')).toBeShown()
    expect(admins.getAllByText('System')).toHaveLength(2)
  })
  it('are loaded again by their button', async () => {
    const { user } = await open(<AdminsPage />, '/admin/admins')
    await (await list()).findByText('desk-two')
    serverState.admins.adminUsers.push(anAdmin('desk-three'))
    await user.click(screen.getByRole('button', { name: 'Load Admin Users' }))
    expect(await (await list()).findByText('desk-three')).toBeShown()
  })
  it('leave out what a plain admin may not do', async () => {
    serverState.admins = {
      adminUsers: [anAdmin('root'), anAdmin('desk-one'), anAdmin('desk-two')],
      superAdmins: ['root'],
    }
    await open(<AdminsPage />, '/admin/admins')
    await (await list()).findByText('desk-two')
    const names = screen.getAllByRole('button', { name: /^(Edit|Remove)/ }).map((one) => one.getAttribute('aria-label'))
    expect(names).toEqual(['Edit Balance of desk-two', 'Remove desk-two'])
  })
})

describe('a balance', () => {
  const edit = async (balance: string, reason = 'more to hand out') => {
    const { user } = await open(<AdminsPage />, '/admin/admins')
    await user.click(await screen.findByRole('button', { name: 'Edit Balance of desk-two' }))
    const field = screen.getByLabelText('New balance')
    expect((field as HTMLInputElement).value).toBe('500.00')
    await user.clear(field)
    if (balance !== '') await user.type(field, balance)
    if (reason !== '') await user.type(screen.getByLabelText('Reason'), reason)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    return user
  }

  it('is saved with its reason', async () => {
    serve(() => updated())
    await edit('750')
    await expectStatus('✅ Admin balance updated successfully')
    expect(sent[0]?.body).toEqual({
      action: 'updateAdminBalance',
      targetAdmin: 'desk-two',
      newBalance: 750,
      reason: 'more to hand out',
    })
    expect(sent[0]?.key).toBeTruthy()
    expect(screen.queryByLabelText('New balance')).toBeNull()
  })
  it('says what waits for a super admin', async () => {
    serve(() => updated({ pendingApproval: { id: 'd', amount: 29_500, usedToday: 0, dailyBudget: 20_000 } }))
    await edit('30000')
    await expectStatus('✅ €29,500.00 waits for a super admin’s approval.')
  })
  it('tells what went wrong, and keeps what was typed', async () => {
    serve(() => HttpResponse.json({ error: 'Account is closed', code: 'account_closed' }, { status: 409 }))
    await edit('750')
    await expectStatus('❌ Error: Account is closed')
    expect((screen.getByLabelText('New balance') as HTMLInputElement).value).toBe('750')
  })
  it('has a fallback where the server has no words', async () => {
    serve(() => new HttpResponse('', { status: 500 }))
    await edit('750')
    await waitFor(() => expect(screen.getByText(/^❌ Error: /)).toBeShown())
  })
  it.each([
    ['-1', 'a reason', 'Balance must be a non-negative number with at most two decimals'],
    ['1.005', 'a reason', 'Balance must be a non-negative number with at most two decimals'],
    ['', 'a reason', 'Balance must be a non-negative number with at most two decimals'],
    ['5', '', 'Please say why'],
  ])('of %s for %s is refused', async (balance, reason, text) => {
    await edit(balance, reason)
    expect(await screen.findByText(text)).toBeShown()
    expect(sent).toEqual([])
  })
  it('is left alone by Cancel', async () => {
    const { user } = await open(<AdminsPage />, '/admin/admins')
    await user.click(await screen.findByRole('button', { name: 'Edit Balance of desk-two' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByLabelText('New balance')).toBeNull()
    expect(sent).toEqual([])
  })
})

describe('removing an admin', () => {
  it('asks first, naming who and the money', async () => {
    serve(() => HttpResponse.json({ success: true, message: 'desk-two has been removed' }))
    const { user } = await open(<AdminsPage />, '/admin/admins')
    await user.click(await screen.findByRole('button', { name: 'Remove desk-two' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove desk-two?' }))
    const confirm = dialog.getByRole('button', { name: 'Remove, €500.00 back to the treasury' })
    await user.click(confirm)
    expect(await dialog.findByText('Please say why')).toBeShown()
    expect(sent).toEqual([])
    await user.type(dialog.getByLabelText('Reason'), 'left us')
    await user.click(confirm)
    await expectStatus('✅ desk-two has been removed')
    expect(sent.map(({ body }) => body)).toEqual([
      { action: 'removeAdmin', adminUsername: 'desk-two', reason: 'left us' },
    ])
  })
})
