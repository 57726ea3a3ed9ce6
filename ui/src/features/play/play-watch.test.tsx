import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { describe, expect, it } from 'vitest'
import type { PlayLimits } from '#services/contract/contract.ts'
import { request } from '#ui/lib/http/request.ts'
import { readSession, startSession } from '#ui/lib/session.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { setCheckMinutes } from '#ui/model/play/check-minutes.ts'
import { aUser, NOW } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import PlayWatch from './play-watch.tsx'

const monthly = (kind: 'stake' | 'loss', used: number): PlayLimits['limits'][number] => ({
  kind,
  period: 'month',
  amount: null,
  used,
  left: null,
  periodEnds: '2026-11-30T23:00:00.000Z',
  pending: null,
})
function serve(taken: PlayLimits['break'] = null) {
  server.use(
    http.get('*/api/account/limits', () =>
      HttpResponse.json({ limits: [monthly('stake', 30), monthly('loss', 12.5)], break: taken }),
    ),
  )
}
const signIn = (changes = {}) => startSession({ user: aUser({ id: 'ada', ...changes }), token: 't' })

/** The bettor has been here for that long, after staking 10 and losing 5 this month. */
function playedFor(minutes: number) {
  const startedAt = Date.now() - minutes * 60_000
  const before = { monthEnds: '2026-11-30T23:00:00.000Z', stakedCents: 1_000, lostCents: 500 }
  const session = { user: 'ada', startedAt, seenAt: Date.now(), checkedAt: startedAt, before }
  localStorage.setItem('fairbook.play-session', JSON.stringify(session))
}
const checkedAt = () => JSON.parse(localStorage.getItem('fairbook.play-session') ?? '{}').checkedAt as number

describe('the reality check', () => {
  it('shows the time, the stakes and the result once it is due, and lets the bettor continue', async () => {
    serve()
    signIn()
    playedFor(75)
    const { user } = await renderPage(<PlayWatch />)
    const dialog = await screen.findByRole('dialog', { name: 'Time for a look at the clock' })
    await waitFor(() => expect(dialog.textContent).toContain('€20.00'))
    expect(dialog.textContent).toContain('Time played1 h 15 minStaked€20.00Net result−€7.50')
    const before = checkedAt()
    await user.click(within(dialog).getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(checkedAt()).toBeGreaterThan(before)
  })

  it('signs out', async () => {
    serve()
    server.use(http.post('*/api/auth/auth', () => HttpResponse.json({ success: true })))
    signIn()
    playedFor(61)
    const { user } = await renderPage(<PlayWatch />)
    await user.click(await screen.findByRole('button', { name: 'Sign Out' }))
    await waitFor(() => expect(readSession()).toBeNull())
    expect(localStorage.getItem('fairbook.play-session')).toBeNull()
  })

  it.each([
    ['before its time', 60, 59, {}],
    ['where it is off', 0, 500, {}],
    ['for admins, who do not bet', 15, 500, { is_admin: true }],
  ])('does not come %s', async (_when, chosen, minutes, user) => {
    serve({ kind: 'time-out', until: null })
    setCheckMinutes(chosen)
    setClock({ now: NOW, speed: 1 })
    signIn(user)
    playedFor(minutes)
    await renderPage(<PlayWatch />)
    if (!('is_admin' in user)) await screen.findByText('Your limits')
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a break', () => {
  it('is shown over the page, with a link to the limits, until it is closed', async () => {
    setClock({ now: NOW, speed: 1 })
    serve({ kind: 'self-exclusion', until: '2027-05-20T14:00:00.000Z' })
    signIn()
    const { user } = await renderPage(<PlayWatch />)
    const notice = await screen.findByRole('status')
    expect(notice.textContent).toContain('You have excluded yourself until 20 May 2027 16:00.')
    expect(within(notice).getByRole('link', { name: 'Your limits' }).getAttribute('href')).toBe('/profile?tab=limits')
    await user.click(within(notice).getByRole('button', { name: 'Close this notice' }))
    expect(screen.queryByRole('status')).toBeNull()
  })
})

describe('a user who is blocked during the visit', () => {
  it('is told so, and whom to contact', async () => {
    server.use(
      http.get('*/api/bets/my-bets', () =>
        HttpResponse.json({ code: 'account_blocked', error: 'Account is blocked' }, { status: 403 }),
      ),
      http.get('*/api/account/limits', () =>
        HttpResponse.json({ limits: [], break: null, perBet: { stake: null, payout: null } }),
      ),
    )
    signIn()
    const { user } = await renderPage(<PlayWatch />)
    await request('/api/bets/my-bets').catch(() => undefined)
    const dialog = await screen.findByRole('dialog', { name: 'Your account is blocked' })
    expect(dialog.textContent).toContain('Please contact support')
    expect(readSession()).toBeNull()
    await user.click(within(dialog).getByText('Close'))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
