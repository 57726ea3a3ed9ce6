import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { Suspicion } from '#services/contract/contract.ts'
import { server } from '#ui/testing/server.ts'
import { open, resetServer } from '../../testing/admin.harness.tsx'
import { SuspicionsPage } from './suspicions.tsx'

const ADA = { id: 'a'.repeat(32), username: 'ada' }
const AT = '2026-11-20T14:00:00.000Z'
const ofBet = { at: AT, user: ADA, stake: 200, betId: 'b'.repeat(32) }
const FOUND: Record<Suspicion['kind'], Suspicion[]> = {
  timing: [
    { kind: 'timing', id: '1', ...ofBet, eventId: 'e', selection: 'Rovers', odds: 2.1, oddsAfter: 1.4, seconds: 8 },
    { kind: 'timing', id: '2', ...ofBet, eventId: 'e', selection: 'Draw', odds: 3, oddsAfter: null, seconds: 4 },
  ],
  stake: [{ kind: 'stake', id: '3', ...ofBet, median: 10, times: 20 }],
  address: [
    {
      kind: 'address',
      id: '4',
      at: AT,
      accounts: 12,
      users: [
        ADA,
        { id: 'c'.repeat(32), username: 'erased person cccccccc' },
        ...Array.from({ length: 10 }, (_, at) => ({ id: String(at).padStart(32, 'd'), username: `other-${at}` })),
      ],
    },
  ],
}
const thresholds = { accounts: 3, seconds: 15, oddsFall: 1.25, stakeFactor: 10 }
const asked: string[] = []

beforeEach(() => {
  resetServer()
  asked.length = 0
  server.use(
    http.get('*/api/admin/suspicions', ({ request }) => {
      const { searchParams } = new URL(request.url)
      asked.push(String(searchParams))
      const isLast = searchParams.has('before')
      const kind = searchParams.get('kind') as Suspicion['kind']
      return HttpResponse.json({ suspicions: isLast ? [] : FOUND[kind], next: isLast ? null : '77', thresholds })
    }),
  )
})

const rows = async () =>
  within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1)

it('each say why, and link to the customer and the bet', async () => {
  await open(<SuspicionsPage />, '/admin/suspicions')
  const [first, second] = await rows()
  expect(first!.textContent).toContain('Rovers: odds fell from 2.10 to 1.40, 8 s later')
  expect(second!.textContent).toContain('Draw: the score changed 4 s later')
  expect(within(first!).getByRole('link', { name: 'ada' }).getAttribute('href')).toBe(`/admin/users?user=${ADA.id}`)
  expect(within(first!).getByRole('link', { name: 'Show bet' }).getAttribute('href')).toBe(
    `/admin/bets?bet=${'b'.repeat(32)}`,
  )
  expect(
    screen.getByText(/up to 15 s before the score changed, or before their odds fell by a factor of 1.25/),
  ).toBeShown()
})

it('are shown one kind at a time, in pages', async () => {
  const { user } = await open(<SuspicionsPage />, '/admin/suspicions')
  await rows()
  await user.click(screen.getByRole('tab', { name: 'Stake jumps' }))
  await waitFor(async () => expect((await rows())[0]!.textContent).toContain('20 times the usual stake of €10.00'))
  await user.click(screen.getByRole('tab', { name: 'Shared addresses' }))
  await waitFor(async () =>
    expect((await rows())[0]!.textContent).toMatch(
      /ada, erased person cccccccc, .*other-7 and 2 more12 accounts signed in/,
    ),
  )
  await user.click(screen.getByRole('button', { name: 'and 2 more' }))
  expect(screen.getByRole('link', { name: 'other-9' })).toBeShown()
  await user.click(screen.getByRole('button', { name: /older/i }))
  expect(await screen.findByText('Nothing looks odd here.')).toBeShown()
  expect(screen.getByRole('link', { name: 'Show all bets' }).getAttribute('href')).toBe('/admin/bets')
  expect(asked).toEqual(['kind=timing', 'kind=stake', 'kind=address', 'kind=address&before=77'])
})
