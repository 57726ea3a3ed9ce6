import { act, screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Bet, BetHistory, BetLeg } from '#services/contract/contract.ts'
import { groupBets, withPlaced } from '#ui/data/bets.ts'
import { startSession } from '#ui/lib/session.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { useSlip } from '#ui/model/slip/slip-context.ts'
import { SlipProvider } from '#ui/model/slip/slip-provider.tsx'
import { aBet, aGame, aLeg, aLiveGame, aUser, NOW } from '#ui/testing/factories.ts'
import { isOff } from '#ui/testing/is-off.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import type { BetSearch } from './model/bet-search.ts'
import { MyBetsPage } from './my-bets-page.tsx'

function SlipNote() {
  const [first] = useSlip().selections
  return first === undefined ? null : <p>{`In the slip: ${first.selection} at ${first.odds}`}</p>
}

function Page() {
  const [search, setSearch] = useState<BetSearch>({})
  return (
    <SlipProvider>
      <SlipNote />
      <MyBetsPage search={search} onSearch={setSearch} />
    </SlipProvider>
  )
}

function showBets() {
  startSession({ user: aUser(), token: 't' })
  return renderPage(<Page />, { path: '/my-bets' })
}

const score = (name: string, goals: number) => ({ name, score: String(goals) })

beforeEach(() => {
  setClock({ now: NOW, speed: 1 })
  server.use(
    http.get('/api/bets/totals', () => HttpResponse.json({}, { status: 503 })),
    http.get('/api/sports', () => HttpResponse.json([])),
    http.get('/api/sports/live', () => HttpResponse.json([])),
  )
})

const leg = (selection: string, status: BetLeg['status'], void_reason: string | null = null) =>
  aLeg({ gameTitle: `${selection} vs Chelsea`, selection, status, void_reason })
const legs = [leg('Arsenal', 'won'), leg('Napoli', 'pending'), leg('Celtics', 'void', 'abandoned')]
const parlay = aBet({
  is_parlay: true,
  game: '3-Leg Parlay',
  bet_type: 'parlay',
  selection: null,
  event_id: null,
  legs,
  quote: null,
})

/** Serves pages that link to the next one, and collects the requested query strings. */
async function openPaged(pages: Bet[][], requested: string[], list: 'open' | 'settled') {
  server.use(
    http.get('/api/bets/my-bets', ({ request }) => {
      const { search, searchParams } = new URL(request.url)
      requested.push(search)
      const before = searchParams.get('before')
      const at = before === null ? 0 : pages.findIndex((page) => page.at(-1)?.id === before) + 1
      const link = `</api/bets/my-bets?before=${pages[at]!.at(-1)!.id}&list=${list}>; rel="next"`
      return HttpResponse.json(pages[at], at < pages.length - 1 ? { headers: { link } } : {})
    }),
  )
  return showBets()
}

async function open(bets: Bet[]) {
  server.use(http.get('/api/bets/my-bets', () => HttpResponse.json(bets)))
  return showBets()
}

describe('My Bets', () => {
  it('requires a session', async () => {
    await renderPage(<MyBetsPage search={{}} onSearch={() => undefined} />, { path: '/my-bets' })
    expect(screen.getByRole('alert').textContent).toBe('Not authenticated')
  })

  it.each([
    [{ error: 'The ledger is away', code: 'not_ready' }, 'Error loading bets: The ledger is away'],
    [{}, 'Error loading bets: Failed to fetch bets'],
  ])('shows the error: %j', async (body, text) => {
    server.use(http.get('/api/bets/my-bets', () => HttpResponse.json(body, { status: 500 })))
    await showBets()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(text)
    expect(within(alert).getByRole('button', { name: 'Try again' })).toBeShown()
  })

  it('counts and separates open and settled bets', async () => {
    const { user } = await open([
      aBet(),
      parlay,
      aBet({ status: 'won', selection: 'Inter', potential_win: 42 }),
      aBet({ status: 'lost', selection: 'Bayern', potential_win: 0 }),
      aBet({ status: 'refunded', selection: 'Ajax', potential_win: 20 }),
    ])
    expect((await screen.findByRole('tab', { name: /Open Bets \d/ })).textContent).toBe('Open Bets 2')
    expect(screen.getAllByRole('article')).toHaveLength(2)
    await user.click(screen.getByRole('tab', { name: 'Settled Bets 3' }))
    const cards = screen.getAllByRole('article').map((card) => card.textContent ?? '')
    expect(cards.map((text) => /Won|Lost|Refunded/.exec(text)?.[0])).toEqual(['Won', 'Lost', 'Refunded'])
    expect(cards[0]).toContain('€42.00 (+€22.00)')
    expect(cards[1]).toContain('€0.00 (−€20.00)')
  })

  it('prints the line of a spread with a minus sign, as the slip does', async () => {
    const spread = { ...leg('Arsenal -1.5', 'pending'), marketName: 'spreads', point: -1.5 }
    await open([
      aBet({ selection: 'Arsenal -1.5', quote: spread }),
      { ...parlay, legs: [spread, leg('Napoli', 'won')] },
    ])
    const [single, first] = (await screen.findAllByRole('article')).map((card) => card.textContent ?? '')
    for (const text of [single, first]) expect(text).toContain('Arsenal −1.5')
  })

  it('shows why a single is void', async () => {
    const { user } = await open([aBet({ status: 'refunded', quote: leg('Arsenal', 'void', 'late') })])
    await user.click(await screen.findByRole('tab', { name: /Settled/ }))
    expect(screen.getByText('Void: placed after the result was known')).toBeShown()
  })

  it('links from a settled single to its event', async () => {
    const { user } = await open([
      aBet({ status: 'won', quote: aLeg({ eventId: 'e1', sport_key: 'soccer_epl' }) }),
      aBet({ status: 'lost', quote: aLeg({ eventId: 'e2', sport_key: 'basketball_nba' }) }),
    ])
    await user.click(await screen.findByRole('tab', { name: /Settled/ }))
    const targets = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
    expect(targets).toEqual(['/leagues/soccer_epl/events/e1', '/sports/basketball_nba/events/e2'])
  })

  it('shows what a parlay can still return beside its original potential win', async () => {
    const asTaken = aBet({ game: '2-Leg Parlay', is_parlay: true, legs, quote: null })
    server.use(http.get('/api/bets/my-bets', () => HttpResponse.json([{ ...parlay, could_return: 30 }, asTaken])))
    showBets()
    const [less, other] = await screen.findAllByRole('article')
    expect(less!.textContent).toContain('Can still return €30.00 taken at €42.00')
    expect(other!.textContent).toContain('Potential win €42.00')
    expect(other!.textContent).not.toContain('taken at')
  })

  it('shows every leg of a parlay on a line of its own, with its status', async () => {
    await open([parlay])
    const items = within(await screen.findByRole('article')).getAllByRole('listitem')
    expect(items.map((item) => /Won|Pending|Refunded|Awaiting/.exec(item.textContent ?? '')?.[0])).toEqual([
      'Won',
      'Pending',
      'Refunded',
    ])
    expect(items[2]?.textContent).toContain('Void: the event was abandoned')
  })

  it('shows the score and the minute beside a leg in play, and how it stands', async () => {
    const game = aLiveGame({ scores: [score('Napoli', 2), score('Torino', 1)] })
    server.use(http.get('/api/sports/live', () => HttpResponse.json([game])))
    const quote = aLeg({
      eventId: game.id,
      selection: 'Torino',
      gameTitle: 'Napoli vs Torino',
      commence_time: game.commence_time,
    })
    await open([aBet({ quote, selection: 'Torino' })])
    const line = within(await screen.findByRole('article')).getByRole('listitem')
    await within(line).findByText('2 - 1')
    expect(line.textContent).toContain("31'behind")
  })

  it('shows no score for a game in play if the feed has none', async () => {
    const game = aLiveGame({ scores: null })
    server.use(http.get('/api/sports/live', () => HttpResponse.json([game])))
    await open([aBet({ quote: aLeg({ eventId: game.id, commence_time: game.commence_time }) })])
    const line = within(await screen.findByRole('article')).getByRole('listitem')
    await within(line).findByText('in play')
    expect(line.textContent).not.toMatch(/\d - \d|level/)
  })

  it('keeps a bet that is settled in view among the open ones, highlighted, and counts it as settled', async () => {
    const bet = aBet()
    const { client } = await open([bet])
    await screen.findByRole('article', { name: /Pending/ })
    server.use(http.get('/api/bets/my-bets', () => HttpResponse.json([{ ...bet, status: 'won', settled_at: NOW }])))
    await act(() => client.invalidateQueries({ queryKey: ['bets'] }))
    const row = await screen.findByRole('article', { name: /Won/ })
    expect(row.className).toContain('bet-news')
    expect(screen.getByRole('tab', { name: 'Settled Bets 1' }).getAttribute('aria-selected')).toBe('false')
  })

  it('has its filters below its tabs, in the panel of the tab, where they keep the focus', async () => {
    const { user } = await open([aBet()])
    const [tabs, panel] = [await screen.findByRole('tablist'), screen.getByRole('tabpanel')]
    expect(tabs.compareDocumentPosition(panel)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    const kind = within(panel).getByRole('combobox', { name: 'Kind' })
    expect(kind.compareDocumentPosition(await screen.findByRole('article'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    kind.focus()
    await user.selectOptions(kind, 'single')
    await screen.findByRole('article')
    expect(document.activeElement).toBe(kind)
    await user.click(screen.getByRole('tab', { name: /^Settled/ }))
    expect(within(screen.getByRole('tabpanel')).getByRole('combobox', { name: 'Result' })).toBeShown()
  })

  it('asks the server for the bets that match its filters', async () => {
    const requested: string[] = []
    const { user } = await openPaged([[aBet()]], requested, 'open')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Kind' }), 'parlay')
    await waitFor(() => expect(requested.at(-1)).toBe('?kind=parlay'))
  })

  it('says how many bets match the filters, and offers to clear them if none do', async () => {
    server.use(
      http.get('/api/bets/totals', ({ request }) => {
        const open = new URL(request.url).searchParams.has('kind') ? 0 : 1
        return HttpResponse.json({
          ...{ open, openStake: 20 * open, openReturn: 42 * open },
          ...{ settled: 3, settledStake: 1_500, settledReturn: 1_420.5 },
        })
      }),
      http.get('/api/bets/my-bets', ({ request }) =>
        HttpResponse.json(new URL(request.url).searchParams.has('kind') ? [] : [aBet()]),
      ),
    )
    const { user } = await showBets()
    await screen.findByRole('article')
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'parlay')
    await screen.findByText('No bets match these filters.')
    await waitFor(() => expect(screen.getByText('0 open and 3 settled bets match.').role).toBe('status'))
    expect(screen.getByRole('button', { name: 'Clear' })).toBeShown()
    await user.click(screen.getByRole('button', { name: 'Clear the filters' }))
    await screen.findByRole('article')
    expect(screen.queryByText(/bets match/)).toBeNull()
    expect(screen.getByText(/up to/).textContent).toBe('€20.00 staked · up to €42.00 back')
    await user.click(screen.getByRole('tab', { name: /Settled/ }))
    const settled = '€1,500.00 staked · €1,420.50 returned · −€79.50 net'
    expect(screen.getByText(/returned ·/).textContent).toBe(settled)
    expect(screen.queryByText(/up to/)).toBeNull()
  })

  it('puts the selections that are still offered back into the slip, and says what is gone', async () => {
    const game = aGame({ prices: { home: 1.9, draw: 3.4, away: 3.55 } })
    server.use(
      http.get('/api/sports/:key', ({ request }) => {
        const isOffered = new URL(request.url).searchParams.get('eventId') === game.id
        return isOffered
          ? HttpResponse.json([game])
          : HttpResponse.json({ error: 'gone', code: 'event_missing' }, { status: 404 })
      }),
    )
    const { user } = await open([
      aBet({ quote: aLeg({ eventId: game.id }) }),
      aBet({ quote: aLeg({ selection: 'Ajax' }) }),
    ])
    const [offered, gone] = await screen.findAllByRole('button', { name: /^Bet again on / })
    await user.click(offered!)
    await screen.findByText('In the slip: Arsenal at 1.90')
    await user.click(gone!)
    await screen.findByText('No longer offered')
    expect(isOff(gone!)).toBe(true)
  })

  it('does not offer to bet again if all games are over', async () => {
    await open([
      aBet({ quote: aLeg({ result: { home: 0, away: 1 }, selection: 'Ajax' }) }),
      aBet({ quote: aLeg({ selection: 'Porto' }) }),
    ])
    const bets = await screen.findAllByRole('article')
    expect(bets.map((bet) => within(bet).queryByRole('button', { name: /^Bet again on / }) === null)).toEqual([
      true,
      false,
    ])
  })

  it('can be bet again a moment later if prices were suspended, or the request failed', async () => {
    const game = aGame({ prices: { home: 1.9, draw: 3.4, away: 3.55 } })
    const answer = (reply: () => Response) => server.use(http.get('/api/sports/:key', reply))
    const { user, client } = await open([aBet({ quote: aLeg({ eventId: game.id }) })])
    const again = await screen.findByRole('button', { name: /^Bet again on / })
    answer(() => HttpResponse.error())
    await user.click(again)
    // The query retries once.
    await screen.findByText('Not answered: try again', {}, { timeout: 5_000 })
    expect(isOff(again)).toBe(false)
    answer(() => HttpResponse.json([{ ...game, bettable: false }]))
    await user.click(again)
    await screen.findByText('Not offered right now')
    expect(isOff(again)).toBe(false)
    // Otherwise the reply of a moment ago would be used again.
    client.clear()
    answer(() => HttpResponse.json([game]))
    await user.click(again)
    await screen.findByText('In the slip: Arsenal at 1.90')
    expect(screen.queryByText('Not offered right now')).toBeNull()
  })

  it('says that a game which is over, though its bet is still open, cannot be bet on again', async () => {
    const game = aGame({ prices: { home: 1.9, draw: 3.4, away: 3.55 } })
    server.use(http.get('/api/sports/:key', () => HttpResponse.json([{ ...game, completed: true, bettable: false }])))
    const { user } = await open([aBet({ quote: aLeg({ eventId: game.id }) })])
    const again = await screen.findByRole('button', { name: /^Bet again on / })
    await user.click(again)
    await screen.findByText('No longer offered')
    expect(isOff(again)).toBe(true)
  })

  it('puts a selection of two bets into the slip once, if both are bet again before the reply', async () => {
    const game = aGame({ prices: { home: 1.9, draw: 3.4, away: 3.55 } })
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    server.use(
      http.get('/api/sports/:key', async () => {
        await isReleased
        return HttpResponse.json([game])
      }),
    )
    const bet = () => aBet({ quote: aLeg({ eventId: game.id }) })
    const { user } = await open([bet(), bet()])
    const [first, second] = await screen.findAllByRole('button', { name: /^Bet again on / })
    await user.click(first!)
    await user.click(second!)
    for (const button of [first, second]) expect(button!.getAttribute('aria-busy')).toBe('true')
    release()
    for (const button of [first, second])
      await waitFor(() => expect(button!.getAttribute('aria-busy')).not.toBe('true'))
    await screen.findByText('In the slip: Arsenal at 1.90')
  })

  it('tells the whole history of a bet, with the rule that settled it', async () => {
    const bet = aBet()
    const history: BetHistory = {
      id: bet.id,
      placed: {
        at: NOW,
        number: 12,
        stake: 20,
        odds: 2.1,
        quotes: [
          {
            eventId: 'e1',
            gameTitle: 'Arsenal vs Chelsea',
            marketName: 'h2h',
            selection: 'Arsenal',
            odds: 2.1,
            seen: 2.15,
            bookmaker: 'betway',
            quotedAt: NOW,
            fetchedAt: '2026-11-20T14:00:01.500Z',
          },
        ],
      },
      steps: [
        {
          kind: 'result',
          at: NOW,
          gameTitle: 'Arsenal vs Chelsea',
          version: 1,
          score: { home: 0, away: 1 },
          byHand: false,
        },
        { kind: 'ending', at: NOW, number: 40, status: 'lost', returned: 0, rule: 2, again: false, legs: [] },
        {
          kind: 'result',
          at: NOW,
          gameTitle: 'Arsenal vs Chelsea',
          version: 2,
          score: { home: 1, away: 1 },
          byHand: true,
        },
        {
          kind: 'ending',
          at: NOW,
          number: 48_211,
          status: 'won',
          returned: 42,
          rule: 2,
          again: true,
          legs: [{ marketName: 'totals', selection: 'Over 1.5', status: 'won', void_reason: null }],
        },
      ],
    }
    server.use(
      http.get('/api/bets/:bet/history', ({ params }) => HttpResponse.json(params.bet === bet.id ? history : {})),
    )
    const { user } = await open([bet])
    await user.click(await screen.findByRole('button', { name: /^History of / }))
    const dialog = within(await screen.findByRole('dialog'))
    await dialog.findByText('Placed')
    const lines = dialog.getAllByRole('listitem').map((item) => item.textContent ?? '')
    expect(lines).toHaveLength(6)
    expect(lines[1]).toContain('From betway, 1.5 s old when it was fetchedYou saw 2.15')
    expect(lines[2]).toContain('Arsenal vs Chelsea: 0 - 1read twice from the feed')
    expect(lines[4]).toContain('Corrected result (version 2)')
    expect(lines[5]).toContain('Settled again, won')
    expect(lines[5]).toContain('#48,211')
    expect(dialog.getByRole('link', { name: 'Over/Under Total' }).getAttribute('href')).toBe('/rules#totals')
  })

  it('has a text for each empty list', async () => {
    const { user } = await open([])
    expect(await screen.findByText('No open bets.')).toBeShown()
    await user.click(screen.getByRole('tab', { name: /Settled/ }))
    expect(screen.getByText('No settled bets yet.')).toBeShown()
  })

  it('shows a long history in steps', async () => {
    const { user } = await open(Array.from({ length: 70 }, () => aBet()))
    expect(await screen.findAllByRole('article')).toHaveLength(30)
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    expect(screen.getAllByRole('article')).toHaveLength(60)
  })

  it('loads older settled bets, and focuses the first of them', async () => {
    const pages = [[aBet(), aBet({ status: 'won' }), aBet({ status: 'lost' })], [aBet({ status: 'refunded' })]]
    const requested: string[] = []
    const { user } = await openPaged(pages, requested, 'settled')
    expect((await screen.findByRole('tab', { name: /Open Bets \d/ })).textContent).toBe('Open Bets 1')
    expect(screen.queryByRole('button', { name: 'Show older bets' })).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Settled Bets 2+' }))
    await user.click(screen.getByRole('button', { name: 'Show older bets' }))
    expect(await screen.findByRole('tab', { name: 'Settled Bets 3' })).toBeShown()
    expect(requested).toEqual(['', `?before=${pages[0]!.at(-1)!.id}&list=settled`])
    expect(screen.queryByRole('button', { name: 'Show older bets' })).toBeNull()
    expect(document.activeElement?.textContent).toContain('Refunded')
  })

  it('loads more open bets, then the settled ones', async () => {
    const pages = [
      [aBet(), aBet()],
      [aBet(), aBet({ status: 'won' })],
    ]
    const { user } = await openPaged(pages, [], 'open')
    await user.click(await screen.findByRole('tab', { name: 'Settled Bets 0+' }))
    expect(screen.getByText('No settled bets loaded yet.')).toBeShown()
    await user.click(screen.getByRole('tab', { name: 'Open Bets 2+' }))
    await user.click(screen.getByRole('button', { name: 'Show older bets' }))
    expect(await screen.findByRole('tab', { name: 'Open Bets 3' })).toBeShown()
    await user.click(screen.getByRole('tab', { name: 'Settled Bets 1' }))
    expect(screen.getAllByRole('article')).toHaveLength(1)
  })

  it('shows a bet that was settled between two requests once, in its latest state', () => {
    const bet = aBet()
    const settled = { ...bet, status: 'won' as const }
    const pages = [
      { body: [bet], next: '/api/bets/my-bets?before=1&list=settled' },
      { body: [settled], next: null },
    ]
    expect(groupBets({ pages, pageParams: [] })).toEqual({
      open: [],
      settled: [settled],
      hasMoreOpen: false,
      hasMoreSettled: false,
    })
  })
})

describe('a bet just placed', () => {
  it('is on top until the list has it', () => {
    const [known, placed] = [aBet(), aBet()]
    const listOf = (...body: Bet[]) => ({ pages: [{ body, next: 'next' }], pageParams: [null] })
    expect(withPlaced(listOf(known), [placed])).toEqual(listOf(placed, known))
    expect(withPlaced(listOf(placed, known), [placed])).toEqual(listOf(placed, known))
    expect(withPlaced(undefined, [placed])).toBeUndefined()
  })
})
