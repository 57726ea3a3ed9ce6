import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PlayLimit, PlayLimits, SetLimitBody } from '#services/contract/contract.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { NOW } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { LimitsPanel } from './limits-panel.tsx'

const KINDS = ['stake', 'loss'] as const
const PERIODS = ['day', 'week', 'month'] as const
const none = (): PlayLimit[] =>
  KINDS.flatMap((kind) =>
    PERIODS.map((period) => ({
      kind,
      period,
      amount: null,
      used: 10,
      left: null,
      periodEnds: '2026-11-20T23:00:00.000Z',
      pending: null,
    })),
  )

/** A server with this daily stake limit, which it changes as the ledger would. */
function serve(day: Partial<PlayLimit> = {}, taken: PlayLimits['break'] = null) {
  const asked: unknown[] = []
  const state: PlayLimits = { limits: none(), break: taken, perBet: { stake: null, payout: null } }
  Object.assign(state.limits[0]!, day)
  server.use(
    http.get('*/api/account/limits', () => HttpResponse.json(state)),
    http.post('*/api/account/limits', async ({ request }) => {
      const { kind, period, amount } = (await request.json()) as SetLimitBody
      asked.push({ kind, period, amount, key: request.headers.get('idempotency-key')?.length })
      const limit = state.limits.find((one) => one.kind === kind && one.period === period)!
      const waits = limit.amount !== null && (amount === null || amount > limit.amount)
      limit.pending = waits ? { amount, effectiveAt: '2026-11-21T14:00:00.000Z' } : null
      if (!waits) limit.amount = amount
      return HttpResponse.json(state)
    }),
    http.post('*/api/account/breaks', async ({ request }) => {
      asked.push(await request.json())
      state.break = { kind: 'time-out', until: '2026-11-27T14:00:00.000Z' }
      return HttpResponse.json(state)
    }),
  )
  return asked
}
const day = () => screen.findByRole('listitem', { name: 'Day, stakes' })
const focused = () => document.activeElement

beforeEach(() => setClock({ now: NOW, speed: 1 }))

describe("a bettor's limits", () => {
  it('show what is used, what is left and until when', async () => {
    serve({ amount: 25.5, left: 15.5 })
    await renderPage(<LimitsPanel userId="ada" />)
    const row = await day()
    expect(row.textContent).toContain('Day €25.50')
    expect(row.textContent).toContain('€10.00 staked, €15.50 left, until Sat 21 Nov 00:00')
    expect(screen.getByRole('listitem', { name: 'Week, losses' }).textContent).toContain('Week No limit')
  })

  it('are lowered at once, and the focus stays in the row', async () => {
    const asked = serve()
    const { user } = await renderPage(<LimitsPanel userId="ada" />)
    await user.click(within(await day()).getByRole('button', { name: 'Set a limit: Day, stakes' }))
    const field = screen.getByLabelText('New limit')
    expect(focused()).toBe(field)
    await user.type(field, '0,05{Enter}')
    expect(screen.getByText('A limit must be at least €0.10.')).toBeShown()
    await user.clear(field)
    await user.type(field, '20,50{Enter}')
    await expect.poll(async () => (await day()).textContent).toContain('€20.50')
    expect(asked).toEqual([{ kind: 'stake', period: 'day', amount: 20.5, key: 32 }])
    await expect.poll(focused).toBe(await day())
  })

  it('say when a higher one takes effect, and let it be cancelled', async () => {
    const asked = serve({ amount: 20, left: 10 })
    const { user } = await renderPage(<LimitsPanel userId="ada" />)
    await user.click(within(await day()).getByRole('button', { name: 'Change: Day, stakes' }))
    await user.click(screen.getByRole('button', { name: 'Remove the limit' }))
    expect(await screen.findByText('No limit from Sat 21 Nov 15:00')).toBeShown()
    await user.click(screen.getByRole('button', { name: 'Take it back: Day, stakes' }))
    await expect.poll(() => screen.queryByText(/No limit from/)).toBeNull()
    expect(asked.map((one) => (one as SetLimitBody).amount)).toEqual([null, 20])
  })

  it('say why one could not be set', async () => {
    serve()
    server.use(
      http.post('*/api/account/limits', () =>
        HttpResponse.json({ code: 'account_missing', error: 'Account not found' }, { status: 404 }),
      ),
    )
    const { user } = await renderPage(<LimitsPanel userId="ada" />)
    await user.click(within(await day()).getByRole('button'))
    await user.type(screen.getByLabelText('New limit'), '20{Enter}')
    expect((await screen.findByRole('alert')).textContent).toBe('Account not found')
  })

  it('say that they could not be loaded', async () => {
    server.use(http.get('*/api/account/limits', () => HttpResponse.json({ code: 'internal' }, { status: 500 })))
    await renderPage(<LimitsPanel userId="ada" />)
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load your limits')
  })
})

describe('a break', () => {
  it('is confirmed with the time at which it ends', async () => {
    const asked = serve()
    const { user } = await renderPage(<LimitsPanel userId="ada" />)
    await user.click(await screen.findByRole('button', { name: '7 days' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Time-out: 7 days' })
    expect(dialog.textContent).toContain('You cannot bet until 27 Nov 2026 15:00.')
    await user.click(within(dialog).getByRole('button', { name: 'Take the break' }))
    expect(await screen.findByText('You are taking a time-out until 27 Nov 2026 15:00.')).toBeShown()
    expect(asked).toEqual([{ length: '7-days' }])
    // Breaks that would shorten it are no longer offered.
    expect(screen.queryByRole('button', { name: '24 hours' })).toBeNull()
    expect(screen.getByRole('button', { name: '30 days' })).toBeShown()
  })

  it('that is a self-exclusion can only become a longer one', async () => {
    serve({}, { kind: 'self-exclusion', until: '2027-05-01T14:00:00.000Z' })
    await renderPage(<LimitsPanel userId="ada" />)
    expect(await screen.findByText('You have excluded yourself until 1 May 2027 16:00.')).toBeShown()
    const offered = ['24 hours', '30 days', '6 months', '1 year', 'For good'].filter((name) =>
      screen.queryByRole('button', { name }),
    )
    expect(offered).toEqual(['6 months', '1 year', 'For good'])
  })
})

it('chooses how often the reality check comes', async () => {
  serve()
  const { user } = await renderPage(<LimitsPanel userId="ada" />)
  const choice = screen.getByRole('group', { name: 'Reality check' })
  expect(within(choice).getByRole('button', { pressed: true }).textContent).toBe('Every 60 minutes')
  await user.click(within(choice).getByRole('button', { name: 'Off' }))
  expect(within(choice).getByRole('button', { pressed: true }).textContent).toBe('Off')
  expect(localStorage.getItem('fairbook.reality-check')).toBe('0')
})
