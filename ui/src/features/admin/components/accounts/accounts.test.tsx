import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { isOff } from '#ui/testing/is-off.ts'
import { expectStatus, open, resetServer, sent, serve } from '../../testing/admin.harness.tsx'
import { AdminsPage } from './admins.tsx'
import { CreateUserPage } from './create-user.tsx'

beforeEach(resetServer)

describe('creating a user', () => {
  const fill = async (
    { user }: Awaited<ReturnType<typeof open>>,
    { username, password, balance }: { username: string; password: string; balance: string },
  ) => {
    await user.type(screen.getByLabelText('Username'), username)
    await user.type(screen.getByLabelText('Password'), password)
    await user.clear(screen.getByLabelText('Initial balance'))
    if (balance !== '') await user.type(screen.getByLabelText('Initial balance'), balance)
    await user.click(screen.getByRole('button', { name: 'Create User Account' }))
  }
  const confirm = async ({ user }: Awaited<ReturnType<typeof open>>, label: string) =>
    user.click(await screen.findByRole('button', { name: label }))

  it.each([
    [{ username: 'ad', password: 'secret1', balance: '100' }, 'Username must be at least 3 characters'],
    [{ username: 'ada', password: 'short', balance: '100' }, 'Password must be at least 6 characters'],
    [{ username: 'ada', password: 'secret1', balance: '' }, 'Please fill in all fields'],
    [
      { username: 'ada', password: 'secret1', balance: '-5' },
      'Balance must be a non-negative number with at most two decimals',
    ],
    [
      { username: 'ada', password: 'secret1', balance: '1.005' },
      'Balance must be a non-negative number with at most two decimals',
    ],
  ])('refuses %j', async (values, text) => {
    const view = await open(<CreateUserPage />, '/admin/create-user')
    await fill(view, values)
    expect(await screen.findByText(text)).toBeShown()
    expect(sent).toEqual([])
  })

  const created = () =>
    HttpResponse.json({
      success: true,
      message: 'User created successfully',
      userId: 'u',
      adminBalance: 1,
      position: '1',
    })

  it('moves no money before confirmation, and links to the new user', async () => {
    serve(created)
    const view = await open(<CreateUserPage />, '/admin/create-user')
    await fill(view, { username: 'grace', password: 'secret1', balance: '50.10' })
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Create grace?' }))
    expect(await dialog.findByText('€18,240.00 →', { exact: false })).toBeShown()
    expect(dialog.getByText('€18,189.90')).toBeShown()
    expect(sent).toEqual([])
    await confirm(view, 'Create, with €50.10')
    await expectStatus('✅ User created successfully')
    const link = await screen.findByRole('link', { name: 'grace' })
    expect(link.getAttribute('href')).toBe('/admin/users?user=u')
    expect(link.parentElement!.textContent).toBe('grace has €50.10')
  })

  it('refuses more than the admin’s own balance at the field, before any confirmation', async () => {
    const view = await open(<CreateUserPage />, '/admin/create-user')
    await fill(view, { username: 'grace', password: 'secret1', balance: '18240.01' })
    expect(await screen.findByText('Your own balance is €18,240.00: no more than that can be deposited')).toBeShown()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(sent).toEqual([])
  })

  it('asks for no confirmation if no money moves', async () => {
    serve(created)
    const view = await open(<CreateUserPage />, '/admin/create-user')
    await fill(view, { username: 'grace', password: 'secret1', balance: '0' })
    await expectStatus('✅ User created successfully')
    expect(sent[0]?.body).toMatchObject({ initialBalance: 0 })
  })

  it('sends the form and reports success', async () => {
    serve(created)
    const view = await open(<CreateUserPage />, '/admin/create-user')
    expect((screen.getByLabelText('Initial balance') as HTMLInputElement).value).toBe('100')
    await fill(view, { username: 'grace', password: 'secret1', balance: '50.10' })
    await confirm(view, 'Create, with €50.10')
    await expectStatus('✅ User created successfully')
    expect(sent[0]?.body).toEqual({
      action: 'createUser',
      username: 'grace',
      password: 'secret1',
      initialBalance: 50.1,
    })
    expect((screen.getByLabelText('Username') as HTMLInputElement).value).toBe('')
  })

  it('shows that it is busy until the reply arrives, and sends nothing twice', async () => {
    const answer = Promise.withResolvers<Response>()
    serve(() => answer.promise)
    const view = await open(<CreateUserPage />, '/admin/create-user')
    await fill(view, { username: 'grace', password: 'secret1', balance: '0' })
    for (const busy of await screen.findAllByRole('button', { name: 'Creating...' })) expect(isOff(busy)).toBe(true)
    answer.resolve(created())
    await expectStatus('✅ User created successfully')
    expect(screen.getByRole('button', { name: 'Create User Account' })).toBeShown()
    expect(sent).toHaveLength(1)
  })

  it('sends the reason if one is given', async () => {
    serve(created)
    const view = await open(<CreateUserPage />, '/admin/create-user')
    await view.user.type(screen.getByLabelText('Reason (optional)'), ' came to the counter ')
    await fill(view, { username: 'grace', password: 'secret1', balance: '5' })
    await confirm(view, 'Create, with €5.00')
    await waitFor(() => expect(sent[0]?.body).toMatchObject({ reason: 'came to the counter' }))
    await expectStatus('✅ User created successfully')
  })

  it('reports a refusal, and keeps the input', async () => {
    serve(() => HttpResponse.json({ error: 'Username is already taken', code: 'username_taken' }, { status: 409 }))
    const view = await open(<CreateUserPage />, '/admin/create-user')
    await fill(view, { username: 'grace', password: 'secret1', balance: '50' })
    await confirm(view, 'Create, with €50.00')
    await expectStatus('❌ Error: Username is already taken')
    expect((screen.getByLabelText('Username') as HTMLInputElement).value).toBe('grace')
  })
})

describe('adding an admin', () => {
  it('waits for all fields, then sends the float', async () => {
    serve(() =>
      HttpResponse.json({
        success: true,
        message: 'Admin added successfully',
        userId: 'u',
        adminBalance: 1,
        position: '1',
      }),
    )
    const { user } = await open(<AdminsPage />, '/admin/admins')
    const add = screen.getByRole('button', { name: 'Add Admin' })
    expect(isOff(add)).toBe(true)
    // It is a tab stop, and says why it is off.
    expect(add.tabIndex).toBe(0)
    const whyNot = () => document.getElementById(add.getAttribute('aria-describedby') ?? '')?.textContent
    expect(whyNot()).toBe('Please fill in all fields')
    await user.type(screen.getByLabelText('Username'), 'desk-two')
    await user.type(screen.getByLabelText('Password'), 'runs the desk')
    expect(isOff(add)).toBe(false)
    expect(whyNot()).toBeUndefined()
    expect(screen.getByLabelText('Balance').getAttribute('placeholder')).toBe('20000')
    expect((screen.getByLabelText('Balance') as HTMLInputElement).value).toBe('20000')
    await user.click(add)
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Add desk-two as an admin?' }))
    expect(dialog.getByText('€20,000.00')).toBeShown()
    const confirm = dialog.getByRole('button', { name: 'Add, with €20,000.00' })
    await user.click(confirm)
    expect(await dialog.findByText('Please say why')).toBeShown()
    expect(sent).toEqual([])
    await user.type(dialog.getByLabelText('Reason'), 'new at the desk{Enter}')
    await expectStatus('✅ Admin added successfully')
    expect(sent[0]?.body).toEqual({
      action: 'createUserAsAdmin',
      adminUsername: 'desk-two',
      adminPassword: 'runs the desk',
      adminBalance: 20_000,
      reason: 'new at the desk',
    })
  })
})

describe('the password of a new admin', () => {
  it('has at least twelve characters', async () => {
    const { user } = await open(<AdminsPage />, '/admin/admins')
    expect(screen.getByText('At least 12 characters.')).toBeShown()
    await user.type(screen.getByLabelText('Username'), 'desk-two')
    await user.type(screen.getByLabelText('Password'), 'eleven char')
    await user.click(screen.getByRole('button', { name: 'Add Admin' }))
    expect(await screen.findByText('Password must be at least 12 characters')).toBeShown()
    expect(screen.queryByText('At least 12 characters.')).toBeNull()
    expect(sent).toEqual([])
  })
})

describe('messages', () => {
  it('disappear by themselves', async () => {
    serve(() => HttpResponse.json({ error: 'Insufficient admin balance', code: 'float_too_small' }, { status: 409 }))
    const { user } = await open(<CreateUserPage />, '/admin/create-user')
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await user.type(screen.getByLabelText('Username'), 'grace')
    await user.type(screen.getByLabelText('Password'), 'runs the desk')
    await user.click(screen.getByRole('button', { name: 'Create User Account' }))
    await user.click(await screen.findByRole('button', { name: 'Create, with €100.00' }))
    await expectStatus('❌ Error: Insufficient admin balance')
    await vi.advanceTimersByTimeAsync(5_000)
    await waitFor(() => expect(screen.queryByText('❌ Error: Insufficient admin balance')).toBeNull())
    vi.useRealTimers()
  })
})
