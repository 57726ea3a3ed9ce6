import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DeskFindings } from '#services/contract/contract.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { DeskSearchButton } from './desk-search-button.tsx'

const NOTHING: DeskFindings = { users: [], bets: [], events: [], lines: [] }
const FOUND: DeskFindings = {
  users: [
    { id: 'a'.repeat(32), username: 'ada', role: 'user', is_blocked: true },
    { id: 'd'.repeat(32), username: 'adamant', role: 'admin', is_blocked: false },
  ],
  bets: [{ id: 'b'.repeat(32), username: 'ada', name: '2-Leg Parlay', stake: 20, status: 'lost' }],
  events: [
    {
      id: 'e'.repeat(32),
      league: 'soccer_epl',
      home: 'Adana',
      away: 'Rovers',
      startsAt: '2026-11-20T15:00:00.000Z',
      result: { home: 2, away: 1 },
    },
  ],
  lines: [
    {
      number: 48_211,
      type: 'BetSettled',
      at: '2026-11-20T15:00:00.000Z',
      userId: 'a'.repeat(32),
      betId: 'b'.repeat(32),
      eventId: null,
    },
  ],
}
const asked: string[] = []
beforeEach(() => {
  asked.length = 0
  server.use(
    http.get('/api/admin/search', ({ request }) => {
      const q = new URL(request.url).searchParams.get('q') ?? ''
      asked.push(q)
      return HttpResponse.json(q.startsWith('ada') ? FOUND : NOTHING)
    }),
  )
})

async function openSearch() {
  const view = await renderPage(<DeskSearchButton />, { path: '/admin' })
  await view.user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox', { name: 'Search users, bets, events, ledger numbers' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  return { ...view, field }
}

describe('the search of the desk', () => {
  it('opens by key from anywhere, and says what can be found', async () => {
    await openSearch()
    expect(
      await screen.findByText(/^A username, the id of a bet or an account, a team, or a ledger number/),
    ).toBeShown()
    expect(asked).toEqual([])
  })

  it('groups people, events, bets and ledger numbers', async () => {
    const { user, field } = await openSearch()
    await user.type(field, 'ada')
    await screen.findByText('Ledger')
    const options = screen.getAllByRole('option').map((option) => option.textContent)
    expect(options).toEqual([
      '#48,211 BetSettledFri 20 Nov 16:00',
      'ada blockedBettor',
      'adamant Admin',
      'Adana vs Rovers 2 - 1Fri 20 Nov 16:00',
      '2-Leg Parlay €20.00 · adaLost',
    ])
  })

  it.each([
    ['#48,211', '/admin/audit?q=%2348211&event=48211'],
    ['ada blocked', `/admin/users?user=${'a'.repeat(32)}`],
    ['adamant', '/admin/admins'],
    ['Adana', `/admin/bets?event=${'e'.repeat(32)}`],
    ['2-Leg', `/admin/bets?bet=${'b'.repeat(32)}`],
  ])('leads from %s to %s', async (name, address) => {
    const { user, field, router } = await openSearch()
    await user.type(field, 'ada')
    await user.click(await screen.findByRole('option', { name: new RegExp(name) }))
    await waitFor(() => expect(router.state.location.href).toBe(address))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('opens the first hit by Enter, and others by arrow keys', async () => {
    const { user, field, router } = await openSearch()
    await user.type(field, 'ada')
    await screen.findAllByRole('option')
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(router.state.location.href).toBe(`/admin/users?user=${'a'.repeat(32)}`))
  })

  it('says that nothing was found, or what failed', async () => {
    const { user, field } = await openSearch()
    await user.type(field, 'zzz')
    expect(await screen.findByText(/^Nothing found for "zzz"/)).toBeShown()
    server.use(http.get('/api/admin/search', () => HttpResponse.json({ error: '', code: 'internal' }, { status: 500 })))
    await user.type(field, 'z')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to search')
    expect(within(alert).getByRole('button')).toBeShown()
  })
})
