// The sections of the back office and their addresses, in the app's own route tree.
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { SECTIONS } from '#ui/features/admin/model/sections.ts'
import { resetServer } from '#ui/features/admin/testing/admin.harness.tsx'
import { figuresState } from '#ui/features/admin/testing/figures.ts'
import { startSession } from '#ui/lib/session.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { aUser, NOW } from '#ui/testing/factories.ts'
import { createTestClient } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { routeTree } from '../routeTree.gen.ts'

const admin = aUser({ username: 'desk-one', is_admin: true })
const checkpoint = { log: 'c'.repeat(32), number: 48_211, position: '48212', hash: 'ab'.repeat(32) }
const totals = {
  ...{ treasury: 0, floats: 0, wallets: 0, owed: 0, transit: 0 },
  ...{ stakes: 0, houseProfit: 0, grants: 0, goodwill: 0 },
}
const thresholds = { accounts: 3, seconds: 15, oddsFall: 1.25, stakeFactor: 10 }

beforeEach(() => {
  resetServer()
  server.use(
    http.get('*/api/stream', () => new HttpResponse(null, { status: 503 })),
    http.get('*/api/clock', () => HttpResponse.json({ now: '2026-11-20T14:00:00.000Z', speed: 1 })),
    http.get('*/api/sports/feed', () => HttpResponse.json({ status: 'live', since: null })),
    http.post('*/api/auth/auth', () => HttpResponse.json({ user: admin, token: 't' })),
    http.get('*/api/admin/float', () => HttpResponse.json({ lines: [], next: null })),
    http.get('*/api/admin/float/days', () => HttpResponse.json({ balance: '0.00', days: [], next: null })),
    http.get('*/api/admin/checkpoint', () => HttpResponse.json(checkpoint)),
    http.get('*/api/admin/balances', () => HttpResponse.json({ at: NOW, number: 0, totals, accounts: [], next: null })),
    http.get('*/api/admin/rules', () =>
      HttpResponse.json({ mayChangeSettings: false, settings: [], changes: [], stops: [] }),
    ),
    http.get('*/api/admin/suspicions', () => HttpResponse.json({ suspicions: [], next: null, thresholds })),
  )
  startSession({ user: admin, token: 't' })
})

async function open(path: string) {
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [path] }) })
  render(
    <QueryClientProvider client={createTestClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await waitFor(() => expect(router.state.status).toBe('idle'))
  return { address: () => router.state.location.href }
}

describe('the sections of the back office', () => {
  it('are the routes below /admin', () => {
    const { routesByPath } = createRouter({ routeTree })
    const below = Object.keys(routesByPath).filter((path) => /^\/admin\/./.test(path))
    expect(below.sort()).toEqual(SECTIONS.map(({ to }) => to).sort())
  })

  it.each(SECTIONS.map(({ title, to }) => [to, title]))('%s is %s, and marked in the navigation', async (to, title) => {
    await open(to)
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeShown()
    const nav = within(screen.getByRole('navigation', { name: 'Sections' }))
    expect(nav.getByRole('link', { current: 'page' }).textContent).toContain(title)
    expect(nav.getAllByRole('link').length).toBe(SECTIONS.length + 1)
  })

  it('show how many items wait in them, if any', async () => {
    figuresState.waiting = { approvals: 2, requests: 0, settlement: 1, alerts: 13, stopped: null }
    await open('/admin/users')
    const nav = within(await screen.findByRole('navigation', { name: 'Sections' }))
    for (const name of ['Approvals 2', 'Settlement 1', 'Alerts 13', 'Requests']) {
      expect(await nav.findByRole('link', { name })).toBeShown()
    }
  })

  it('show at the very end, so that nothing moves, that all betting is stopped, since when, by whom and why', async () => {
    const stopped = { at: '2026-11-20T13:30:00.000Z', by: 'desk-two', reason: 'prices are wrong' }
    figuresState.waiting = { approvals: null, requests: 0, settlement: 0, alerts: 1, stopped }
    await open('/admin/users')
    const said = await screen.findByText('All betting is stopped')
    expect(said.closest('[role=status]')!.textContent).toContain('Fri 20 Nov 14:30 by desk-two · prices are wrong')
    expect(screen.getByRole('main').lastElementChild).toBe(said.closest('[role=status]'))
  })

  it('share one clock, which shows its time zone and its speed', async () => {
    setClock({ now: NOW, speed: 60 })
    onTestFinished(() => setClock({ now: NOW, speed: 1 }))
    await open('/admin/users')
    const clocks = await screen.findAllByText(/simulated/)
    for (const { textContent } of clocks) {
      expect(textContent).toMatch(/^The time is Fri 20 Nov \d\d:\d\d · Europe\/Paris · simulated, 60×$/)
    }
  })

  it('report once that the server does not answer, and carry on when it does', async () => {
    server.use(http.get('*/api/admin/:what', () => HttpResponse.error()))
    await open('/admin/overview')
    const told = await screen.findByText('No connection to the server: what is shown may be out of date.')
    expect(screen.getAllByText(/No connection to the server/)).toEqual([told])
    expect(told.closest('[role=alert]')).not.toBeNull()
    resetServer()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(screen.queryByText(/No connection to the server/)).toBeNull())
    expect(await screen.findByText('€18,240.00')).toBeShown()
  })

  it('are below the Admin Panel at /admin', async () => {
    await open('/admin')
    expect(await screen.findByRole('heading', { level: 2, name: 'Admin Panel' })).toBeShown()
    const nav = within(screen.getByRole('navigation', { name: 'Sections' }))
    expect(nav.getByRole('link', { current: 'page' }).textContent).toBe('Admin Panel')
  })

  it.each([
    ['/admin?section=bets&bets=3', '/admin/bets?page=3'],
    ['/admin?section=create-user', '/admin/create-user'],
  ])('have kept the address %s', async (old, address) => {
    const page = await open(old)
    await waitFor(() => expect(page.address()).toBe(address))
  })

  it('are each closed to bettors', async () => {
    startSession({ user: aUser(), token: 'u' })
    server.use(http.post('*/api/auth/auth', () => HttpResponse.json({ isAdmin: false, user: aUser(), token: 'u' })))
    await open('/admin/users')
    expect(await screen.findByText('Access Denied: Admin privileges required')).toBeShown()
    expect(screen.queryByRole('navigation', { name: 'Sections' })).toBeNull()
  })

  it('are where admins land who asked for no other page', async () => {
    const page = await open('/login')
    await waitFor(() => expect(page.address()).toBe('/admin'))
  })
})
