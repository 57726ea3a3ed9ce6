import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { PlaceBetBody } from '#services/contract/contract.ts'
import { readSession, startSession } from '#ui/lib/session.ts'
import { server } from '#ui/testing/server.ts'
import {
  acceptBet,
  arsenal,
  games,
  napoli,
  open,
  pickTeams,
  placeButton,
  placed,
  repriced,
  resetServer,
  selection,
  serve,
  signIn,
  slipMessage,
  stake,
} from '../testing/slip.harness.tsx'

beforeEach(resetServer)

describe('changed odds and lost selections', () => {
  it('stops when the check finds a change, and continues once it is accepted', async () => {
    signIn()
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '10')
    games.set(arsenal.id, repriced(arsenal, 2.6))
    await view.user.click(placeButton())
    const line = selection('Arsenal')
    expect(
      await line.findByText('Odds have increased from 2.10 to 2.60 (23.8% change). Please review your bet.'),
    ).toBeShown()
    expect(slipMessage()).toBe('Odds have increased from 2.10 to 2.60 (23.8% change). Please review your bet.')
    expect(placed).toEqual([])
    await view.user.click(line.getByRole('button', { name: /Accept 2\.60/ }))
    await view.user.click(placeButton())
    await screen.findByRole('dialog')
    expect(placed[0]?.body.odd).toBe(2.6)
  })

  it('shows one message if several selections changed, and accepts them together', async () => {
    signIn()
    const view = await open()
    games.set(arsenal.id, repriced(arsenal, 2.6))
    games.set(napoli.id, repriced(napoli, 1.4))
    await pickTeams(view, 'Arsenal', 'Napoli')
    await view.user.type(stake(), '10')
    await waitFor(() => expect(slipMessage()).toBe('Some odds have changed. Please review your selections.'))
    expect(screen.getByText('Potential win').parentElement?.textContent).toContain('–')
    expect(screen.getByText('Odds, 2 legs').parentElement?.textContent).toContain('–')
    await view.user.click(screen.getByRole('button', { name: 'Accept all' }))
    expect(screen.getByText('€36.40')).toBeShown()
    expect(placeButton().textContent).toBe('Place bet · €10.00')
  })

  it('names a selection that is no longer available', async () => {
    signIn()
    const view = await open()
    games.delete(napoli.id)
    await pickTeams(view, 'Arsenal', 'Napoli')
    expect(await selection('Napoli').findByText('Selection "Napoli" is no longer available.')).toBeShown()
    await view.user.type(stake(), '10')
    expect(placeButton().getAttribute('aria-disabled')).toBe('true')
    await view.user.click(selection('Napoli').getAllByRole('button', { name: /Remove/ })[0]!)
    expect(placeButton().getAttribute('aria-disabled')).toBeNull()
  })

  it("shows the server's own old and new odds, and sends a new key once they are accepted", async () => {
    signIn()
    serve((body, nth) => {
      games.set(arsenal.id, repriced(arsenal, 1.5))
      return nth > 1
        ? acceptBet(body, nth)
        : HttpResponse.json(
            {
              error: 'Some odds have changed. Please review your selections.',
              code: 'odds_changed',
              changes: [
                {
                  eventId: arsenal.id,
                  selection: 'Arsenal',
                  oldOdds: 2.1,
                  newOdds: 1.5,
                  error: 'Odds have decreased from 2.10 to 1.50 (28.6% change). Please review your bet.',
                },
              ],
            },
            { status: 409 },
          )
    })
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '10')
    await view.user.click(placeButton())
    const line = selection('Arsenal')
    expect(await line.findByText(/Odds have decreased from 2.10 to 1.50/)).toBeShown()
    await view.user.click(line.getByRole('button', { name: /Accept 1\.50/ }))
    await view.user.click(placeButton())
    await screen.findByRole('dialog')
    expect(placed.map(({ body }) => body.odd)).toEqual([2.1, 1.5])
    expect(placed[0]?.key).not.toBe(placed[1]?.key)
  })

  it('places a selection whose odds cannot be looked up, and shows first the odds sent, then those struck', async () => {
    signIn()
    let answer = () => {}
    const isAnswered = new Promise<void>((resolve) => {
      answer = resolve
    })
    games.set(arsenal.id, repriced(arsenal, 2.2))
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '10')
    expect(await screen.findByText('€22.00')).toBeShown()
    server.use(
      http.get('/api/sports/:key', () => HttpResponse.error()),
      http.post('/api/bets/place-bet', async ({ request }) => {
        const body = (await request.json()) as PlaceBetBody
        placed.push({ key: null, body })
        await isAnswered
        return acceptBet({ ...body, odd: 2.25, potential_win: 22.5 } as PlaceBetBody, 1)
      }),
    )
    await view.user.click(placeButton())
    await waitFor(() => expect(placed[0]?.body.odd).toBe(2.1))
    expect(screen.getByText('€21.00')).toBeShown()
    expect(
      selection('Arsenal').getByText('Unable to validate current odds. Proceeding with your selection.'),
    ).toBeShown()
    answer()
    const receipt = within(await screen.findByRole('dialog'))
    expect(receipt.getByText('2.25')).toBeShown()
    expect(receipt.getByText('€22.50')).toBeShown()
  })
})

describe('refusals and missing answers', () => {
  it('keeps a refused single with its reason while the others are placed', async () => {
    signIn()
    serve((body, nth) =>
      body.is_parlay || body.selection !== 'Napoli'
        ? acceptBet(body, nth)
        : HttpResponse.json({ error: 'Game is finished - betting closed', code: 'event_closed' }, { status: 409 }),
    )
    const view = await open()
    await pickTeams(view, 'Arsenal', 'Napoli')
    await view.user.click(screen.getByRole('radio', { name: 'Singles' }))
    await view.user.type(stake(), '10')
    expect(placeButton().textContent).toBe('Place 2 bets · €20.00')
    await view.user.click(placeButton())
    await view.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Done' }))
    expect(new Set(placed.map(({ key }) => key)).size).toBe(2)
    expect(selection('Napoli').getByText('Game is finished - betting closed')).toBeShown()
    expect(screen.getAllByRole('listitem')).toHaveLength(1)
  })

  it('checks several singles against the sum of their stakes', async () => {
    signIn()
    const view = await open()
    await pickTeams(view, 'Arsenal', 'Napoli')
    await view.user.click(screen.getByRole('radio', { name: 'Singles' }))
    await view.user.type(stake(), '40')
    expect(screen.getByText(/^Insufficient funds/)).toBeShown()
    await view.user.clear(screen.getByLabelText('Stake on Napoli in Napoli vs Torino'))
    await view.user.type(screen.getByLabelText('Stake on Napoli in Napoli vs Torino'), '25')
    expect(placeButton().textContent).toBe('Place 2 bets · €65.00')
    await view.user.click(screen.getByRole('button', { name: /Max/ }))
    expect((stake() as HTMLInputElement).value).toBe('32.50')
  })

  it('shows why a parlay was refused', async () => {
    signIn()
    const error = 'Betting on this league is not available.'
    serve(() => HttpResponse.json({ error, code: 'league_blacklisted' }, { status: 409 }))
    const view = await open()
    await pickTeams(view, 'Arsenal', 'Napoli')
    await view.user.type(stake(), '10')
    await view.user.click(placeButton())
    await waitFor(() => expect(document.querySelector('[data-slip]')?.textContent).toContain(error))
    expect(placeButton().getAttribute('aria-disabled')).toBeNull()
    expect(localStorage.getItem('fairbook.slip.attempts')).toBeNull()
  })

  it('keeps its key over a timeout and a reload, until there is an answer', async () => {
    signIn()
    serve((body, nth) => (nth === 1 ? HttpResponse.error() : acceptBet(body, nth)))
    const timeLimit = new AbortController()
    const spy = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(timeLimit.signal)
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '20')
    server.use(
      http.post(
        '/api/bets/place-bet',
        async ({ request }) => {
          placed.push({ key: request.headers.get('Idempotency-Key'), body: (await request.json()) as PlaceBetBody })
          timeLimit.abort()
          return new Promise<never>(() => {})
        },
        { once: true },
      ),
    )
    await view.user.click(placeButton())
    expect(await screen.findAllByText('Bet placement timed out. Please try again.')).not.toEqual([])
    spy.mockRestore()
    // The slip does not change while the outcome is unknown.
    await pickTeams(view, 'Napoli')
    expect(screen.getByText(/is not confirmed yet/)).toBeShown()
    view.unmount()

    const again = await open()
    serve()
    await again.user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(within(await screen.findByRole('dialog')).getByText('€42.00')).toBeShown()
    expect(placed[1]?.key).toBe(placed[0]?.key)
    expect(placed[1]?.body).toEqual(placed[0]?.body)
    expect(localStorage.getItem('fairbook.slip.attempts')).toBeNull()
  })

  it('keeps its key if a retry is refused before the bet was looked at', async () => {
    signIn()
    serve(() => HttpResponse.error())
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '20')
    await view.user.click(placeButton())
    const again = async () => view.user.click(await screen.findByRole('button', { name: 'Try again' }))
    serve(() => HttpResponse.json({ error: 'Too many requests', code: 'too_many_requests' }, { status: 429 }))
    await again()
    expect(await screen.findAllByText('Too many requests')).not.toEqual([])
    serve(() => HttpResponse.json({ error: 'Please log in', code: 'login_required' }, { status: 401 }))
    const bettor = readSession()!.user
    await again()
    await waitFor(() => expect(readSession()).toBeNull())
    act(() => startSession({ user: bettor, token: 'new' }))
    serve()
    await again()
    await screen.findByRole('dialog')
    expect(placed).toHaveLength(4)
    expect(new Set(placed.map(({ key }) => key)).size).toBe(1)
  })

  it('unlocks the slip when the bettor stops waiting', async () => {
    signIn()
    serve(() => HttpResponse.error())
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '20')
    await view.user.click(placeButton())
    await view.user.click(await screen.findByRole('button', { name: 'Stop waiting' }))
    expect(placeButton().textContent).toBe('Place bet · €20.00')
  })

  it('ends a session that the server no longer knows', async () => {
    signIn()
    serve(() => HttpResponse.json({ error: 'Please log in to place a bet.', code: 'unauthorized' }, { status: 401 }))
    const view = await open()
    await pickTeams(view, 'Arsenal')
    await view.user.type(stake(), '20')
    await view.user.click(placeButton())
    await waitFor(() => expect(readSession()).toBeNull())
    expect(await screen.findByRole('link', { name: /sign in/i })).toBeShown()
    expect(selection('Arsenal').getByText('Arsenal', { selector: 'p' })).toBeShown()
  })
})
