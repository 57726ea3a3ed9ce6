import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AdminBody, Dashboard } from '../../../../services/api/contract.ts'
import { startSession } from '../../lib/session.ts'
import { aBet, aUser } from '../../testing/factories.ts'
import { renderPage } from '../../testing/render.tsx'
import { server } from '../../testing/server.ts'
import { AdminPage } from './admin-page.tsx'
import { type AdminSearch, adminSearch } from './search.ts'

type Listed = Dashboard['users'][number]
const listed = (changes: Partial<Listed> = {}): Listed => ({
  ...aUser(),
  email: null,
  admin_creator: null,
  created_at: '2026-11-20T14:00:00.000Z',
  ...changes,
})

let users: Listed[]
let dashboard: Omit<Dashboard, 'users' | 'page'>
let sent: { body: AdminBody; key: string | null }[]

function serve(act: (body: AdminBody, nth: number) => Response = () => HttpResponse.json({ success: true })) {
  server.use(
    http.get('/api/admin/dashboard', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
      return HttpResponse.json({ ...dashboard, users: users.slice((page - 1) * 10, page * 10), page })
    }),
    http.post('/api/admin/dashboard', async ({ request }) => {
      const body = (await request.json()) as AdminBody
      sent.push({ body, key: request.headers.get('Idempotency-Key') })
      return act(body, sent.length)
    }),
  )
}

function Page({ start }: { start: AdminSearch }) {
  const [search, setSearch] = useState(start)
  return <AdminPage search={search} onSearch={setSearch} />
}

async function open(start: AdminSearch = {}) {
  startSession({ user: aUser({ username: 'desk-one', is_admin: true, is_super_admin: true }), token: 't' })
  const view = await renderPage(<Page start={start} />, { path: '/admin' })
  await screen.findByText('€18,240.00')
  return view
}
const section = (name: string) => within(document.getElementById(name) ?? document.body)

beforeEach(() => {
  sent = []
  users = [listed({ id: 'a'.repeat(32), username: 'ada', balance: '65.00' })]
  dashboard = {
    bets: [
      aBet({ username: 'ada' }),
      aBet({ username: 'ada', status: 'won', potential_win: 42 }),
      aBet({ username: 'ada', status: 'lost', potential_win: 0 }),
    ],
    userStats: [{ username: 'ada', totalStake: 60, totalWinnings: 42, pnl: 2, totalBets: 3, avgBet: 20 }],
    houseProfit: -2,
    openStakes: 20,
    currentAdminBalance: 18_240,
    userBalance: 65,
    totalUsers: 1,
    totalBets: 3,
    pageSize: 10,
  }
  serve()
})

describe('the overview', () => {
  it('names the admin and shows the figures, the profit with its sign', async () => {
    await open()
    expect(screen.getByRole('heading', { level: 1, name: 'Back Office' })).toBeTruthy()
    expect(screen.getByText('Logged in as: desk-one')).toBeTruthy()
    expect(screen.getByText('Super Admin')).toBeTruthy()
    const profit = screen.getByText('House Profit').parentElement
    expect(profit?.textContent).toContain('−€2.00')
    expect(profit?.querySelector('.text-lost')).toBeTruthy()
  })

  it('says what went wrong', async () => {
    server.use(
      http.get('/api/admin/dashboard', () =>
        HttpResponse.json({ error: 'Unauthorized: Admin access required', code: 'not_an_admin' }, { status: 403 }),
      ),
    )
    startSession({ user: aUser({ is_admin: true }), token: 't' })
    await renderPage(<Page start={{}} />, { path: '/admin' })
    expect(await screen.findByText('Unauthorized: Admin access required')).toBeTruthy()
  })

  it('folds and unfolds its sections', async () => {
    const { user } = await open()
    expect(screen.queryByRole('button', { name: 'Create User Account' })).toBeNull()
    await user.click(section('create-user').getByRole('button', { name: 'Create New User' }))
    expect(screen.getByRole('button', { name: 'Create User Account' })).toBeTruthy()
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
    expect(await screen.findByText(text)).toBeTruthy()
    expect(sent).toEqual([])
  })

  it('sends what was typed and says that it is done', async () => {
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
    expect(await screen.findByText('✅ User created successfully')).toBeTruthy()
    expect(sent[0]?.body).toEqual({
      action: 'createUser',
      username: 'grace',
      password: 'secret1',
      initialBalance: 50.1,
    })
    expect((screen.getByLabelText('Username') as HTMLInputElement).value).toBe('')
  })

  it('says what was refused, and keeps what was typed', async () => {
    serve(() => HttpResponse.json({ error: 'Username is already taken', code: 'username_taken' }, { status: 409 }))
    const view = await open({ section: 'create-user' })
    await fill(view, { username: 'grace', password: 'secret1', balance: '50' })
    expect(await screen.findByText('❌ Error: Username is already taken')).toBeTruthy()
    expect((screen.getByLabelText('Username') as HTMLInputElement).value).toBe('grace')
  })
})

describe('a customer', () => {
  const openAda = async () => {
    const view = await open({ section: 'users' })
    await view.user.click(await screen.findByRole('button', { name: /^ada/ }))
    return view
  }
  const dialog = async () => within(await screen.findByRole('alertdialog'))

  it('shows who it is, with what is missing named', async () => {
    const { user } = await openAda()
    expect(document.activeElement?.textContent).toBe('Edit Customer')
    expect(screen.getByText('Not provided')).toBeTruthy()
    expect(screen.getByText('System')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Back to Users' }))
    expect(screen.queryByText('Edit Customer')).toBeNull()
    expect(document.activeElement?.textContent).toContain('ada')
  })

  it('asks before a deposit, with both balances before and after', async () => {
    serve(() => HttpResponse.json({ success: true, adminBalance: 18_140, userBalance: 165, position: '1' }))
    const { user } = await openAda()
    await user.type(screen.getByLabelText('Amount'), '100')
    await user.click(screen.getByRole('button', { name: 'Deposit' }))
    const asked = await dialog()
    expect(asked.getByText('Deposit to ada?')).toBeTruthy()
    expect(asked.getByText('ada: €65.00 → €165.00. Your balance: €18,240.00 → €18,140.00.')).toBeTruthy()
    await user.type(asked.getByLabelText('Reason (optional)'), 'cash at the desk')
    await user.click(asked.getByRole('button', { name: 'Deposit €100.00' }))
    expect(await screen.findByText('✅ Deposited €100.00 to ada. Balance: €165.00')).toBeTruthy()
    expect(sent[0]?.body).toEqual({
      action: 'updateBalance',
      userId: 'a'.repeat(32),
      amountToAdd: 100,
      balanceType: 'deposit',
      reason: 'cash at the desk',
    })
  })

  it('sends a withdrawal with its sign, and says what it was refused for', async () => {
    serve(() => HttpResponse.json({ error: 'Insufficient balance', code: 'balance_too_small' }, { status: 409 }))
    const { user } = await openAda()
    await user.type(screen.getByLabelText('Amount'), '70,5')
    await user.click(screen.getByRole('button', { name: 'Withdraw' }))
    await user.click((await dialog()).getByRole('button', { name: 'Withdraw €70.50' }))
    expect(await screen.findByText('❌ Error: Insufficient balance')).toBeTruthy()
    expect(sent[0]?.body).toMatchObject({ amountToAdd: -70.5, balanceType: 'withdraw' })
  })

  it.each(['', '0', '-1', '1.005', 'ten'])('refuses the amount %j', async (amount) => {
    const { user } = await openAda()
    if (amount !== '') await user.type(screen.getByLabelText('Amount'), amount)
    await user.click(screen.getByRole('button', { name: 'Deposit' }))
    expect(screen.getByText('Please enter an amount greater than 0, with at most two decimals')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('keeps its key while the answer is open, and takes a new one afterwards', async () => {
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

  it('blocks after asking, and unblocks who is blocked', async () => {
    serve((body) => {
      users = users.map((one) => ({ ...one, is_blocked: body.action === 'blockUser' }))
      return HttpResponse.json({ success: true, message: 'ada has been blocked' })
    })
    const { user } = await openAda()
    await user.click(screen.getByRole('button', { name: 'Block User' }))
    const asked = await dialog()
    expect(asked.getByText(/balance stays €65\.00/)).toBeTruthy()
    await user.click(asked.getByRole('button', { name: 'Block User' }))
    expect(await screen.findByText('✅ ada has been blocked')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Unblock User' })).toBeTruthy()
    expect(sent[0]?.body).toEqual({ action: 'blockUser', targetUsername: 'ada' })
  })
})

describe('lists', () => {
  it('pages through the users ten at a time', async () => {
    users = Array.from({ length: 12 }, (_, index) =>
      listed({ id: `${index}`.padStart(32, '0'), username: `user-${index}` }),
    )
    dashboard.totalUsers = 12
    const { user } = await open({ section: 'users' })
    expect(await section('users').findAllByRole('listitem')).toHaveLength(10)
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('user-11')).toBeTruthy()
    expect(screen.getByText('Page 2 of 2')).toBeTruthy()
  })

  it('lists all bets with what the house made of each', async () => {
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
    await user.type(screen.getByLabelText('Password'), 'secret1')
    expect(screen.getByPlaceholderText('20000')).toBeTruthy()
    await user.type(screen.getByLabelText('Balance'), '20000')
    await user.click(add)
    expect(await screen.findByText('✅ Admin added successfully')).toBeTruthy()
    expect(sent[0]?.body).toEqual({
      action: 'createUserAsAdmin',
      adminUsername: 'desk-two',
      adminPassword: 'secret1',
      adminBalance: 20_000,
    })
  })
})

describe('messages', () => {
  it('go away by themselves', async () => {
    serve(() => HttpResponse.json({ error: 'Insufficient admin balance', code: 'float_too_small' }, { status: 409 }))
    const { user } = await open({ section: 'create-user' })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await user.type(screen.getByLabelText('Username'), 'grace')
    await user.type(screen.getByLabelText('Password'), 'secret1')
    await user.click(screen.getByRole('button', { name: 'Create User Account' }))
    expect(await screen.findByText('❌ Error: Insufficient admin balance')).toBeTruthy()
    await vi.advanceTimersByTimeAsync(5_000)
    await waitFor(() => expect(screen.queryByText('❌ Error: Insufficient admin balance')).toBeNull())
    vi.useRealTimers()
  })
})

describe('the address', () => {
  it('keeps what it knows and drops the rest', () => {
    expect(adminSearch({ section: 'users', users: '3', user: 'a'.repeat(32) })).toEqual({
      section: 'users',
      users: 3,
      user: 'a'.repeat(32),
    })
    expect(adminSearch({ section: 'audit', users: '1', bets: '-2', user: '../' })).toEqual({})
  })
})
