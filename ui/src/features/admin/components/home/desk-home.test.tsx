import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { server } from '#ui/testing/server.ts'
import { open, resetServer } from '../../testing/admin.harness.tsx'
import { DeskHome } from './desk-home.tsx'

beforeEach(resetServer)

const openHome = () => open(<DeskHome />, '/admin')

describe('/admin', () => {
  it('names the admin and shows the figures, the profit with its sign', async () => {
    await openHome()
    expect(screen.getByRole('heading', { level: 1, name: 'Back Office' })).toBeShown()
    expect(screen.getByRole('heading', { name: 'Admin Panel' })).toBeShown()
    expect(screen.getByText('Logged in as: desk-one')).toBeShown()
    expect(await screen.findByText('€18,240.00')).toBeShown()
    expect(screen.getByText('Super Admin')).toBeShown()
    expect(screen.getByText('House Profit').parentElement?.textContent).toContain('−€2.00')
    expect(screen.getByText('−€2.00').className).toContain('text-lost')
  })

  it('shows the error', async () => {
    server.use(
      http.get('/api/admin/dashboard', () =>
        HttpResponse.json({ error: 'Unauthorized: Admin access required', code: 'not_an_admin' }, { status: 403 }),
      ),
    )
    await openHome()
    expect((await screen.findByRole('alert')).textContent).toContain('Unauthorized: Admin access required')
    expect(screen.getByText('The figures could not be loaded.')).toBeShown()
    expect(screen.queryByText('House Profit')).toBeNull()
  })

  it('has the summary open and the other sections folded, each with a link to its page', async () => {
    const { user } = await openHome()
    expect(screen.getByRole('button', { name: 'Summary Overview', expanded: true })).toBeShown()
    expect(screen.queryByRole('button', { name: 'Create User Account' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Create New User' }))
    expect(await screen.findByRole('button', { name: 'Create User Account' })).toBeShown()
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(screen.queryByRole('button', { name: 'Create User Account' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Open League Blacklist' }).getAttribute('href')).toBe(
      '/admin/league-blacklist',
    )
  })

  it('expands a section in its place, beside others', async () => {
    const { user, router } = await openHome()
    await user.click(await screen.findByRole('button', { name: 'Users 1' }))
    await user.click(await screen.findByRole('button', { name: /^ada/ }))
    expect(await screen.findByRole('heading', { name: /^Edit Customer/ })).toBeShown()
    await user.click(screen.getByRole('button', { name: 'Bets 3' }))
    await screen.findByText('+€20.00')
    expect(within(screen.getAllByRole('table').at(-1)!).getAllByRole('row')).toHaveLength(4)
    expect(screen.getByRole('heading', { name: /^Edit Customer/ })).toBeShown()
    expect(router.state.location.href).toBe('/admin')
  })
})
