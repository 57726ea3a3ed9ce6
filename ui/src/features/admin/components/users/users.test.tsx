import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { aListedUser, asked, open, resetServer, sent, serve, serverState } from '../../testing/admin.harness.tsx'
import { UsersPage } from './users.tsx'

beforeEach(resetServer)

const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aListedUser({ id: `${index}`.padStart(32, 'a'), username: `user-${index}` }),
  )
const rows = () => screen.getAllByRole('row').slice(1)
const lastAsked = () => Object.fromEntries(new URLSearchParams(asked.at(-1)))

describe('the users', () => {
  it('are paged by key, in the address', async () => {
    serverState.users = many(12)
    const { user, router } = await open(<UsersPage />, '/admin/users')
    expect(await screen.findByText('12 · €65.00 in their wallets')).toBeShown()
    await waitFor(() => expect(rows()).toHaveLength(10))
    expect(screen.getByText('1 to 10 of 12')).toBeShown()
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByRole('button', { name: 'user-11' })).toBeShown()
    expect(await screen.findByText('11 to 12 of 12')).toBeShown()
    expect(router.state.location.href).toBe('/admin/users?key=o.10')
  })

  it('on a single page have their number below, and no useless buttons', async () => {
    serverState.users = many(3)
    await open(<UsersPage />, '/admin/users')
    expect(await screen.findByText('1 to 3 of 3')).toBeShown()
    const pages = within(screen.getByRole('navigation', { name: 'Pages of Users' }))
    expect(pages.queryAllByRole('button')).toEqual([])
  })

  it('are requested by the address, which follows the filters', async () => {
    const { user, router } = await open(<UsersPage />, '/admin/users?standing=blocked&min=5&since=2026-11-20&key=o.5')
    await waitFor(() =>
      expect(lastAsked()).toEqual({
        standing: 'blocked',
        min: '5',
        since: '2026-11-19T23:00:00.000Z',
        key: 'o.5',
      }),
    )
    await user.selectOptions(screen.getByRole('combobox', { name: 'Creator' }), 'System')
    // A new filter begins at the first page.
    await waitFor(() => expect(lastAsked()).toMatchObject({ creator: 'System', standing: 'blocked' }))
    expect(lastAsked()).not.toHaveProperty('key')
    await user.type(screen.getByRole('searchbox', { name: 'Name begins with' }), 'ho')
    await waitFor(() => expect(lastAsked().name).toBe('ho'))
    await user.click(screen.getByRole('button', { name: 'Balance' }))
    await waitFor(() => expect(lastAsked().sort).toBe('-balance'))
    expect(router.state.location.search).toMatchObject({ name: 'ho', sort: '-balance', creator: 'System' })
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(lastAsked()).toEqual({ sort: '-balance' }))
  })

  it('show who is blocked, who owes, and who created them', async () => {
    serverState.users = [
      aListedUser({ id: '1'.repeat(32), username: 'grace', owed: 3, admin_creator: 'desk-one' }),
      aListedUser({ id: '2'.repeat(32), username: 'mallory', is_blocked: true }),
    ]
    await open(<UsersPage />, '/admin/users')
    await screen.findByRole('button', { name: 'grace' })
    expect(rows().map((row) => within(row).getAllByRole('cell').at(-1)?.textContent)).toEqual(['Owes', 'Blocked'])
    expect(rows().map((row) => within(row).getAllByRole('cell')[1]?.textContent)).toEqual(['desk-one', 'System'])
  })

  it('are opened and closed again, with the filters and the focus where they were', async () => {
    serverState.users = many(2)
    const { user, router } = await open(<UsersPage />, '/admin/users?standing=active')
    await user.click(await screen.findByRole('button', { name: 'user-1' }))
    expect(await screen.findByRole('heading', { name: /^Edit Customer/ })).toBeShown()
    expect(document.activeElement?.textContent).toMatch(/^Edit Customer/)
    expect(router.state.location.search).toEqual({ standing: 'active', user: serverState.users[1]!.id })
    await user.click(screen.getByRole('button', { name: 'Back to Users' }))
    expect(await screen.findByRole('button', { name: 'user-1' })).toBe(document.activeElement)
    expect(router.state.location.search).toEqual({ standing: 'active' })
  })

  it('stay open, with the dialog about them, when others sign up before them', async () => {
    serverState.users = many(10)
    serve(() => HttpResponse.json({ success: true, adminBalance: 1, userBalance: 15, position: '1' }))
    const { user, client } = await open(<UsersPage />, '/admin/users')
    await user.click(await screen.findByRole('button', { name: 'user-9' }))
    await user.type(await screen.findByLabelText('Amount'), '15')
    await user.click(screen.getByRole('button', { name: 'Deposit' }))
    expect(await screen.findByRole('alertdialog', { name: 'Deposit to user-9?' })).toBeShown()
    // Does what a push does when somebody signs up.
    serverState.users = [aListedUser({ id: 'b'.repeat(32), username: 'newcomer' }), ...serverState.users]
    serverState.customer.currentAdminBalance = 18_000
    await client.invalidateQueries({ queryKey: ['admin'] })
    await waitFor(() => expect(screen.getByRole('alertdialog').textContent).toContain('€18,000.00'))
    await user.type(screen.getByLabelText('Reason'), 'cash')
    await user.click(screen.getByRole('button', { name: 'Deposit €15.00' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({ userId: serverState.users[10]!.id, amountToAdd: 15, reason: 'cash' })
    expect(screen.getByRole('heading', { name: /^Edit Customer/ })).toBeShown()
  })
})
