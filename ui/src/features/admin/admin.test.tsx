import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { startSession } from '#ui/lib/session.ts'
import { aUser } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { parseAdminSearch } from './model/search.ts'
import {
  aListedUser,
  expectStatus,
  open,
  Page,
  resetServer,
  section,
  sent,
  serve,
  serverState,
} from './testing/admin.harness.tsx'

beforeEach(resetServer)

describe('the overview', () => {
  it('names the admin and shows the figures, the profit with its sign', async () => {
    await open()
    expect(screen.getByRole('heading', { level: 1, name: 'Back Office' })).toBeShown()
    expect(screen.getByText('Logged in as: desk-one')).toBeShown()
    expect(screen.getByText('Super Admin')).toBeShown()
    const profit = screen.getByText('House Profit').parentElement
    expect(profit?.textContent).toContain('−€2.00')
    expect(screen.getByText('−€2.00').className).toContain('text-lost')
  })

  it('shows the error', async () => {
    server.use(
      http.get('/api/admin/dashboard', () =>
        HttpResponse.json({ error: 'Unauthorized: Admin access required', code: 'not_an_admin' }, { status: 403 }),
      ),
    )
    startSession({ user: aUser({ is_admin: true }), token: 't' })
    await renderPage(<Page start={{}} />, { path: '/admin' })
    expect((await screen.findByRole('alert')).textContent).toContain('Unauthorized: Admin access required')
  })

  it('expands and collapses its sections', async () => {
    const { user } = await open()
    expect(screen.queryByRole('button', { name: 'Create User Account' })).toBeNull()
    await user.click(section('create-user').getByRole('button', { name: 'Create New User' }))
    expect(screen.getByRole('button', { name: 'Create User Account' })).toBeShown()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('button', { name: 'Create User Account' })).toBeNull()
  })
})

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
    const view = await open({ section: 'create-user' })
    await fill(view, values)
    expect(await screen.findByText(text)).toBeShown()
    expect(sent).toEqual([])
  })

  it('sends the form and reports success', async () => {
    serve(() =>
      HttpResponse.json({
        success: true,
        message: 'User created successfully',
        userId: 'u',
        adminBalance: 1,
        position: '1',
      }),
    )
    const view = await open({ section: 'create-user' })
    expect((screen.getByLabelText('Initial balance') as HTMLInputElement).value).toBe('100')
    await fill(view, { username: 'grace', password: 'secret1', balance: '50.10' })
    await expectStatus('✅ User created successfully')
    expect(sent[0]?.body).toEqual({
      action: 'createUser',
      username: 'grace',
      password: 'secret1',
      initialBalance: 50.1,
    })
    expect((screen.getByLabelText('Username') as HTMLInputElement).value).toBe('')
  })

  it('reports a refusal, and keeps the input', async () => {
    serve(() => HttpResponse.json({ error: 'Username is already taken', code: 'username_taken' }, { status: 409 }))
    const view = await open({ section: 'create-user' })
    await fill(view, { username: 'grace', password: 'secret1', balance: '50' })
    await expectStatus('❌ Error: Username is already taken')
    expect((screen.getByLabelText('Username') as HTMLInputElement).value).toBe('grace')
  })
})

describe('lists', () => {
  it('pages through the users ten at a time', async () => {
    serverState.users = Array.from({ length: 12 }, (_, index) =>
      aListedUser({ id: `${index}`.padStart(32, '0'), username: `user-${index}` }),
    )
    serverState.dashboard.totalUsers = 12
    const { user } = await open({ section: 'users' })
    expect(await section('users').findAllByRole('listitem')).toHaveLength(10)
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('user-11')).toBeShown()
    expect(screen.getByText('Page 2 of 2')).toBeShown()
  })

  it("lists all bets with the house's profit on each", async () => {
    await open({ section: 'bets' })
    const rows = await section('bets').findAllByRole('row')
    expect(rows.slice(1).map((row) => within(row).getAllByRole('cell').at(-1)?.textContent)).toEqual([
      'open',
      '−€22.00',
      '+€20.00',
    ])
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
    const { user } = await open({ section: 'admins' })
    const add = screen.getByRole('button', { name: 'Add Admin' })
    expect(add.hasAttribute('disabled')).toBe(true)
    await user.type(screen.getByLabelText('Username'), 'desk-two')
    await user.type(screen.getByLabelText('Password'), 'runs the desk')
    expect(screen.getByLabelText('Balance').getAttribute('placeholder')).toBe('20000')
    await user.type(screen.getByLabelText('Balance'), '20000')
    await user.click(add)
    await expectStatus('✅ Admin added successfully')
    expect(sent[0]?.body).toEqual({
      action: 'createUserAsAdmin',
      adminUsername: 'desk-two',
      adminPassword: 'runs the desk',
      adminBalance: 20_000,
    })
  })
})

describe('the password of a new admin', () => {
  it('has at least twelve characters', async () => {
    const { user } = await open({ section: 'admins' })
    expect(screen.getByText('At least 12 characters.')).toBeShown()
    await user.type(screen.getByLabelText('Username'), 'desk-two')
    await user.type(screen.getByLabelText('Password'), 'eleven char')
    await user.type(screen.getByLabelText('Balance'), '20000')
    await user.click(screen.getByRole('button', { name: 'Add Admin' }))
    expect(await screen.findByText('Password must be at least 12 characters')).toBeShown()
    expect(screen.queryByText('At least 12 characters.')).toBeNull()
    expect(sent).toEqual([])
  })
})

describe('messages', () => {
  it('disappear by themselves', async () => {
    serve(() => HttpResponse.json({ error: 'Insufficient admin balance', code: 'float_too_small' }, { status: 409 }))
    const { user } = await open({ section: 'create-user' })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await user.type(screen.getByLabelText('Username'), 'grace')
    await user.type(screen.getByLabelText('Password'), 'runs the desk')
    await user.click(screen.getByRole('button', { name: 'Create User Account' }))
    await expectStatus('❌ Error: Insufficient admin balance')
    await vi.advanceTimersByTimeAsync(5_000)
    await waitFor(() => expect(screen.queryByText('❌ Error: Insufficient admin balance')).toBeNull())
    vi.useRealTimers()
  })
})

describe('the address', () => {
  it('keeps known parameters and drops the rest', () => {
    expect(parseAdminSearch({ section: 'users', users: '3', user: 'a'.repeat(32) })).toEqual({
      section: 'users',
      users: 3,
      user: 'a'.repeat(32),
    })
    expect(parseAdminSearch({ section: 'audit', users: '1', bets: '-2', user: '../' })).toEqual({})
  })
})
