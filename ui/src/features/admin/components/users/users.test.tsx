import { screen, waitFor } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { aListedUser, open, resetServer, sent, serve, serverState } from '../../testing/admin.harness.tsx'
import { UsersPage } from './users.tsx'

beforeEach(resetServer)

const many = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    aListedUser({ id: `${index}`.padStart(32, 'a'), username: `user-${index}` }),
  )

describe('the users', () => {
  it('are paged ten at a time, in the address', async () => {
    serverState.users = many(12)
    serverState.dashboard.totalUsers = 12
    const { user, router } = await open(<UsersPage />, '/admin/users')
    expect(await screen.findAllByRole('listitem')).toHaveLength(10)
    await user.click(screen.getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('user-11')).toBeShown()
    expect(screen.getByText('Page 2 of 2')).toBeShown()
    expect(router.state.location.href).toBe('/admin/users?page=2')
  })

  it('are found by their address', async () => {
    serverState.users = many(12)
    const id = serverState.users[11]!.id
    await open(<UsersPage />, `/admin/users?page=2&user=${id}`)
    expect(await screen.findByRole('heading', { name: 'Edit Customer' })).toBeShown()
    expect(screen.getByText('user-11')).toBeShown()
  })

  it('stay open, with what is being asked of them, when others sign up before them', async () => {
    serverState.users = many(10)
    serve(() => HttpResponse.json({ success: true, adminBalance: 1, userBalance: 15, position: '1' }))
    const { user, client } = await open(<UsersPage />, '/admin/users')
    await user.click(await screen.findByRole('button', { name: /^user-9/ }))
    await user.type(screen.getByLabelText('Amount'), '15')
    await user.click(screen.getByRole('button', { name: 'Deposit' }))
    expect(await screen.findByRole('alertdialog', { name: 'Deposit to user-9?' })).toBeShown()
    // what a push does when somebody signs up
    serverState.users = [aListedUser({ id: 'b'.repeat(32), username: 'newcomer' }), ...serverState.users]
    serverState.dashboard.currentAdminBalance = 18_000
    await client.invalidateQueries({ queryKey: ['admin'] })
    await waitFor(() => expect(screen.getByRole('alertdialog').textContent).toContain('€18,000.00'))
    await user.click(screen.getByRole('button', { name: 'Deposit €15.00' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({ userId: serverState.users[10]!.id, amountToAdd: 15 })
    expect(screen.getByRole('heading', { name: 'Edit Customer' })).toBeShown()
  })
})
