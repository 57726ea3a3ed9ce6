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
  it('are listed with their balances, a badge for super admins, and pending draws', async () => {
    serverState.admins.adminUsers[1]!.pending = 29_500
    await open(<AdminsPage />, '/admin/admins')
    const admins = await list()
    expect(await admins.findByText('desk-two')).toBeShown()
    expect(admins.getAllByText('Super Admin')).toHaveLength(1)
    expect(admins.getByText('€500.00')).toBeShown()
    expect(admins.getByText('€29,500.00')).toBeShown()
    expect(admins.getAllByText('System')).toHaveLength(2)
  })
  it('are reloaded by their button', async () => {
    const { user } = await open(<AdminsPage />, '/admin/admins')
    await (await list()).findByText('desk-two')
    serverState.admins.adminUsers.push(anAdmin('desk-three'))
    await user.click(screen.getByRole('button', { name: 'Load Admin Users' }))
    expect(await (await list()).findByText('desk-three')).toBeShown()
  })
  it('leave out what a plain admin may not do', async () => {
    serverState.admins = {
      adminUsers: [anAdmin('root', { role: 'super-admin' }), anAdmin('desk-one'), anAdmin('desk-two')],
      superAdmins: ['root'],
    }
    await open(<AdminsPage />, '/admin/admins')
    await (await list()).findByText('desk-two')
    const names = screen
      .getAllByRole('button', { name: /^(Edit|Change|Remove)/ })
      .map((one) => one.getAttribute('aria-label'))
    expect(names).toEqual(['Edit balance of desk-two', 'Remove desk-two'])
  })
})

describe('a balance', () => {
  const edit = async (balance: string) => {
    const { user } = await open(<AdminsPage />, '/admin/admins')
    await user.click(await screen.findByRole('button', { name: 'Edit balance of desk-two' }))
    const field = screen.getByLabelText('New balance')
    expect((field as HTMLInputElement).value).toBe('500.00')
    await user.clear(field)
    if (balance !== '') await user.type(field, balance)
    await user.click(screen.getByRole('button', { name: 'Save' }))
    return user
  }
  const editAndConfirm = async (balance: string, confirmLabel: string, reason = 'more to hand out') => {
    const user = await edit(balance)
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Set the balance of desk-two?' }))
    if (reason !== '') await user.type(dialog.getByLabelText('Reason'), reason)
    await user.click(dialog.getByRole('button', { name: confirmLabel }))
    return dialog
  }

  it('is confirmed with the name, and the amounts before and after', async () => {
    await edit('750')
    const dialog = await screen.findByRole('alertdialog', { name: 'Set the balance of desk-two?' })
    expect(dialog.textContent).toContain('Balance of desk-two')
    expect(dialog.textContent).toContain('€500.00 → €750.00')
    expect(sent).toEqual([])
  })
  it('is not saved without a reason', async () => {
    const dialog = await editAndConfirm('750', 'Set to €750.00', '')
    expect(await dialog.findByText('Please say why')).toBeShown()
    expect(sent).toEqual([])
  })
  it('is saved with its reason', async () => {
    serve(() => updated())
    await editAndConfirm('750', 'Set to €750.00')
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
  it('says that the draw waits for a super admin', async () => {
    serve(() => updated({ pendingApproval: { id: 'd', amount: 29_500, usedToday: 0, dailyBudget: 20_000 } }))
    await editAndConfirm('30000', 'Set to €30,000.00')
    await expectStatus('✅ €29,500.00 waits for a super admin’s approval.')
  })
  it('says beforehand that a draw beyond the remaining budget will wait', async () => {
    Object.assign(serverState.approvals, { decides: false, usedToday: 15_000 })
    await edit('6000')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Set the balance of desk-two?' }))
    expect(dialog.getByText(/^All of €5,500.00 waits .* €5,000.00 is left of today’s budget/)).toBeShown()
    expect(dialog.getByText('Balance of desk-two, once approved')).toBeShown()
    expect(dialog.getByRole('button', { name: 'Ask for €5,500.00' })).toBeShown()
  })
  it.each([
    [false, /out of the house’s treasury\. €5,000.00 is left of today’s budget, which all plain admins share/],
    [true, /^€[\d,.]+ comes out of the house’s treasury\.$/],
  ])('of a reader who decides: %s, within the budget, does not', async (decides, text) => {
    Object.assign(serverState.approvals, { decides, usedToday: 15_000 })
    await edit(decides ? '90000' : '5500')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Set the balance of desk-two?' }))
    expect(dialog.getByText(text)).toBeShown()
    expect(dialog.getByRole('button', { name: /^Set to / })).toBeShown()
  })
  it('shows what went wrong, and keeps the input', async () => {
    serve(() => HttpResponse.json({ error: 'Account is closed', code: 'account_closed' }, { status: 409 }))
    await editAndConfirm('750', 'Set to €750.00')
    await expectStatus('❌ Error: Account is closed')
    expect((screen.getByLabelText('New balance') as HTMLInputElement).value).toBe('750')
  })
  it('has a fallback text if the server sent none', async () => {
    serve(() => new HttpResponse('', { status: 500 }))
    await editAndConfirm('750', 'Set to €750.00')
    await waitFor(() => expect(screen.getByText(/^❌ Error: /)).toBeShown())
  })
  it.each(['-1', '1.005', ''])('of %s is refused', async (balance) => {
    await edit(balance)
    expect(await screen.findByText('Balance must be a non-negative number with at most two decimals')).toBeShown()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(sent).toEqual([])
  })
  it('is not changed on Escape, which returns the focus to its button', async () => {
    const { user } = await open(<AdminsPage />, '/admin/admins')
    const opener = await screen.findByRole('button', { name: 'Edit balance of desk-two' })
    await user.click(opener)
    expect(document.activeElement).toBe(screen.getByLabelText('New balance'))
    await user.keyboard('{Escape}')
    expect(screen.queryByLabelText('New balance')).toBeNull()
    expect(document.activeElement).toBe(opener)
  })
  it('is not changed on Cancel', async () => {
    const { user } = await open(<AdminsPage />, '/admin/admins')
    await user.click(await screen.findByRole('button', { name: 'Edit balance of desk-two' }))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByLabelText('New balance')).toBeNull()
    expect(sent).toEqual([])
  })
})

describe('removing an admin', () => {
  it('asks for confirmation first, with the name and the money', async () => {
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

describe('the password of an admin', () => {
  const setPassword = async (password: string) => {
    const { user } = await open(<AdminsPage />, '/admin/admins')
    await user.click(await screen.findByRole('button', { name: 'Change password of desk-two' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Change the password of desk-two' }))
    await user.type(dialog.getByLabelText('New password'), password)
    await user.type(dialog.getByLabelText('Confirm password'), password)
    await user.type(dialog.getByLabelText('Reason'), 'forgotten')
    await user.click(dialog.getByRole('button', { name: 'Change password' }))
    return dialog
  }

  it('is set by a super admin, with a reason', async () => {
    serve(() => HttpResponse.json({ success: true, message: 'The password of desk-two has been changed' }))
    await setPassword('a longer secret')
    await expectStatus('✅ The password of desk-two has been changed')
    expect(sent.map(({ body }) => body)).toEqual([
      { action: 'changePassword', username: 'desk-two', newPassword: 'a longer secret', reason: 'forgotten' },
    ])
  })
  it('has at least twelve characters', async () => {
    const dialog = await setPassword('eleven char')
    expect(await dialog.findByText('Password must be at least 12 characters')).toBeShown()
    expect(sent).toEqual([])
  })
  it('can be set by super admins and by the one who added the admin', async () => {
    serverState.admins = {
      adminUsers: [anAdmin('root'), anAdmin('desk-one'), anAdmin('added', { admin_creator: 'desk-one' })],
      superAdmins: ['root'],
    }
    await open(<AdminsPage />, '/admin/admins')
    await (await list()).findByText('added')
    const names = screen.getAllByRole('button', { name: /^Change/ }).map((one) => one.getAttribute('aria-label'))
    expect(names).toEqual(['Change password of added'])
  })
})
