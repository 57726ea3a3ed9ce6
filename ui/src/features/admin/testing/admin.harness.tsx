// The back office over a server that answers as a test has it.
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { expect } from 'vitest'
import type { AdminBody, Dashboard } from '#services/contract/contract.ts'
import { startSession } from '#ui/lib/session.ts'
import { aBet, aUser } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { AdminPage } from '../admin-page.tsx'
import type { AdminSearch } from '../model/search.ts'

type Listed = Dashboard['users'][number]
export const listed = (changes: Partial<Listed> = {}): Listed => ({
  ...aUser(),
  email: null,
  admin_creator: null,
  created_at: '2026-11-20T14:00:00.000Z',
  ...changes,
})

/** What the server has, for a test to change. */
export const has: { users: Listed[]; dashboard: Omit<Dashboard, 'users' | 'page'> } = first()
export const sent: { body: AdminBody; key: string | null }[] = []

export function serve(act: (body: AdminBody, nth: number) => Response = () => HttpResponse.json({ success: true })) {
  server.use(
    http.get('/api/admin/dashboard', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
      return HttpResponse.json({ ...has.dashboard, users: has.users.slice((page - 1) * 10, page * 10), page })
    }),
    http.post('/api/admin/dashboard', async ({ request }) => {
      const body = (await request.json()) as AdminBody
      sent.push({ body, key: request.headers.get('Idempotency-Key') })
      return act(body, sent.length)
    }),
  )
}

export function Page({ start }: { start: AdminSearch }) {
  const [search, setSearch] = useState(start)
  return <AdminPage search={search} onSearch={setSearch} />
}

export async function open(start: AdminSearch = {}) {
  startSession({ user: aUser({ username: 'desk-one', is_admin: true }), token: 't' })
  const view = await renderPage(<Page start={start} />, { path: '/admin' })
  await screen.findByText('€18,240.00')
  return view
}

/** Waits until an action's outcome is said, aloud too. */
export const told = (text: string) =>
  waitFor(() => expect(screen.getAllByRole('status').map((status) => status.textContent)).toContain(text))

export const section = (name: string) => within(document.getElementById(name) ?? document.body)

function first(): { users: Listed[]; dashboard: Omit<Dashboard, 'users' | 'page'> } {
  return {
    users: [listed({ id: 'a'.repeat(32), username: 'ada', balance: '65.00' })],
    dashboard: {
      bets: [
        aBet({ username: 'ada' }),
        aBet({ username: 'ada', status: 'won', potential_win: 42 }),
        aBet({ username: 'ada', status: 'lost', potential_win: 0 }),
      ],
      userStats: [{ username: 'ada', totalStake: 60, totalWinnings: 42, pnl: 2, totalBets: 3, avgBet: 20 }],
      houseProfit: -2,
      openStakes: 20,
      currentAdminBalance: 18_240,
      role: 'super-admin',
      userBalance: 65,
      totalUsers: 1,
      totalBets: 3,
      pageSize: 10,
    },
  }
}

/** For `beforeEach`: everything as it is at first. */
export function startOver() {
  Object.assign(has, first())
  sent.length = 0
  serve()
}
