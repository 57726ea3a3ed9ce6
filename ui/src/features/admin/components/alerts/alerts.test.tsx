import { act, screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Alert } from '#services/contract/contract.ts'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { open, resetServer, serverState } from '../../testing/admin.harness.tsx'
import { figuresState } from '../../testing/figures.ts'
import { FeedPage } from '../feed/feed-page.tsx'
import { AlertsPage } from './alerts-page.tsx'
import Runbook from './runbook.tsx'

beforeEach(resetServer)

const since = '2026-11-20T14:00:00.000Z'
const every: Alert[] = [
  { kind: 'betting-stopped', id: '0', since, all: false, stops: 2 },
  { kind: 'feed-stale', id: '1', since, status: 'delayed', leagues: 2 },
  { kind: 'feed-trouble', id: '2', since, trouble: 'out-of-credits' },
  { kind: 'read-model', id: '3', since, readModel: 'bets', number: 81_235, reason: 'event 81235: why' },
  { kind: 'witness', id: '8', since, witness: 'witness.example', fault: 'forked', says: '422 no such tree' },
  { kind: 'undecided', id: '4', since, games: 1 },
  { kind: 'fixture-pairs', id: '5', since, pairs: 2 },
  {
    kind: 'exposure',
    id: '6',
    since,
    eventId: 'e'.repeat(32),
    game: 'Arsenal vs Everton',
    market: 'h2h',
    name: 'Arsenal',
    exposure: 6_000,
  },
  {
    kind: 'big-stake',
    id: '7',
    since,
    bet: 'b',
    userId: 'a'.repeat(32),
    username: 'ada',
    stake: 250,
    name: 'Draw',
    game: 'Lazio vs Udinese',
  },
]

describe('alerts', () => {
  it('say what is wrong since when, what to do, and where', async () => {
    figuresState.alerts = { ...figuresState.alerts, alerts: every, total: 31 }
    await open(<AlertsPage />, '/admin/alerts')
    await screen.findByText('Prices are old in 2 leagues')
    const items = screen.getAllByRole('listitem')
    expect(items.map((item) => item.querySelector('p')!.textContent)).toEqual([
      'Betting is stopped on 2 events or markets',
      'Prices are old in 2 leagues',
      'The odds provider has no credits left for us',
      'The read model bets stopped',
      'witness.example has seen a different history of the ledger',
      '1 game is undecided',
      '2 pairs of games may be one game',
      'Arsenal vs Everton: €6,000.00 at risk',
      'Big stake: ada, €250.00',
    ])
    for (const item of items) expect(item.textContent).toContain('since Fri 20 Nov 15:00')
    expect(items[3]!.textContent).toContain('#81,234')
    const href = (item: HTMLElement) => within(item).getByRole('link').getAttribute('href')
    expect(href(items[0]!)).toBe('/admin/settings')
    expect(href(items[1]!)).toBe('/admin/feed-health')
    expect(href(items[7]!)).toBe(`/admin/liability?event=${'e'.repeat(32)}`)
    expect(href(items[8]!)).toBe(`/admin/users?user=${'a'.repeat(32)}`)
    expect(items[8]!.textContent).toContain('On Draw, Lazio vs Udinese. See who placed it')
    expect(screen.getByText('9 of 31 are listed, the largest first.')).toBeShown()
    expect(
      screen.getByText('An open stake of €100.00 or more, or an exposure of €5,000.00 or more, is an alert.'),
    ).toBeShown()
  })

  it('open their runbook', async () => {
    figuresState.alerts = { ...figuresState.alerts, alerts: every.slice(3, 4), total: 1 }
    const { user } = await open(<AlertsPage />, '/admin/alerts')
    await user.click(await screen.findByRole('button', { name: 'Runbook : projection-stopped' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'A read model stopped' }))
    expect(dialog.getByText('Read the reason.', { selector: 'strong' })).toBeShown()
    expect(dialog.getAllByText(/projections:rebuild/)[0]).toBeShown()
    await user.click(dialog.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('open their runbook with its tables, and without links that lead nowhere', async () => {
    await renderPage(<Runbook name="feed-silent" onClose={() => undefined} />, { path: '/admin/alerts' })
    const dialog = within(await screen.findByRole('dialog', { name: 'The feed is silent' }))
    const row = dialog.getByRole('row', { name: /bad-key/ })
    expect(within(row).getByText('the provider refuses the key')).toBeShown()
    expect(dialog.getByRole('heading', { name: 'The alerts' })).toBeShown()
    expect(dialog.queryByRole('link')).toBeNull()
  })

  it('say so if their runbook cannot be loaded', async () => {
    await renderPage(<Runbook name="none" onClose={() => undefined} />, { path: '/admin/alerts' })
    const dialog = within(await screen.findByRole('dialog', { name: 'What to do: none' }))
    expect(await dialog.findByText('Failed to load the runbook')).toBeShown()
    expect(dialog.getByRole('button', { name: 'Try again' })).toBeShown()
  })

  it('have a text if there are none', async () => {
    await open(<AlertsPage />, '/admin/alerts')
    expect(await screen.findByText('No alerts.')).toBeShown()
  })
})

describe('the feed', () => {
  it('claims nothing if its state cannot be loaded', async () => {
    server.use(
      http.get('/api/admin/feed-health', () => HttpResponse.json({ error: '', code: 'internal' }, { status: 500 })),
    )
    await open(<FeedPage />, '/admin/feed-health')
    expect(await screen.findByText('Failed to load the state of the feed')).toBeShown()
    expect(screen.queryByText('Nothing has been read yet.')).toBeNull()
    expect(screen.queryByText('Credits left')).toBeNull()
  })

  it('lists the events that take no bets because they began early', async () => {
    const early = { commence_time: '2026-11-20T16:00:00.000Z', since: '2026-11-20T13:40:00.000Z' }
    const [torino, roma] = [
      { ...early, eventId: 'e1', home_team: 'Torino', away_team: 'Lazio' },
      { ...early, eventId: 'e2', home_team: 'Roma', away_team: 'Genoa' },
    ]
    figuresState.feed.begunEarly = [
      { ...torino, completed: true, score: { home: 2, away: 1 } },
      { ...roma, completed: false, score: null },
    ]
    await open(<FeedPage />, '/admin/feed-health')
    const table = within(await screen.findByRole('region', { name: 'Events that began early' }))
    expect(table.getByText('Torino vs Lazio')).toBeShown()
    expect(table.getByText('over, 2–1')).toBeShown()
    expect(table.getByText('in play')).toBeShown()
  })

  it('says that an error is over when the feed is live', async () => {
    Object.assign(figuresState.feed.credits, { budgetToday: 5_000 })
    figuresState.feed.lastError = {
      ...{ about: null, code: 'ECONNRESET', message: 'gone' },
      ...{ at: '2026-11-20T11:00:00.000Z', recoveredAt: '2026-11-20T13:59:30.000Z' },
    }
    setClock({ now: '2026-11-20T14:00:00.000Z', speed: 0.001 })
    onTestFinished(() => setClock({ now: '2026-11-20T14:00:00.000Z', speed: 1 }))
    await open(<FeedPage />, '/admin/feed-health')
    expect((await screen.findByText('1,200')).nextSibling?.textContent).toBe('of 5,000, by our count')
    expect((await screen.findByText(/ECONNRESET: gone/)).textContent).toMatch(/^Last error 3 h ago, recovered\. /)
  })

  it('says which league has games that cannot be read, and which of its answers still fail', async () => {
    const [epl] = figuresState.feed.leagues
    const failingSince = '2026-11-20T13:40:00.000Z'
    figuresState.feed.lastError = {
      ...{ about: { league: 'soccer_epl', kind: 'odds' }, code: 'malformed', message: 'no list' },
      ...{ at: failingSince, recoveredAt: null },
    }
    figuresState.feed.counts.unread = 3
    figuresState.feed.leagues = [
      {
        ...epl!,
        odds: { ...epl!.odds, failingSince },
        events: { ...epl!.events, readAt: null },
        scores: { ...epl!.scores, unread: 3 },
      },
    ]
    await open(<FeedPage />, '/admin/feed-health')
    expect((await screen.findByText(/malformed: no list/)).textContent).toMatch(
      /^Last error .* ago, still failing \(prices of EPL\)\. /,
    )
    expect(screen.getByText('of 10, 0 stale, 3 unreadable')).toBeShown()
    const row = screen.getByText('EPL').closest('tr')!
    expect(within(row).getByText('failing').title).toBe('Failing since Fri 20 Nov 14:40')
    expect(within(row).getByText('3 unreadable')).toBeShown()
    // the schedule was never read
    expect(within(row).getByText('–')).toBeShown()
  })

  it('shows the age of prices, the credits left, what is wrong, and which markets are suspended', async () => {
    figuresState.feed = {
      ...figuresState.feed,
      status: 'delayed',
      since,
      trouble: { kind: 'unreachable', since },
      lastError: { about: null, code: 'ECONNRESET', message: 'gone', at: since, recoveredAt: null },
    }
    figuresState.feed.leagues[0]!.stale = true
    serverState.suspended = [
      {
        eventId: 'e'.repeat(32),
        home_team: 'Arsenal',
        away_team: 'Everton',
        market: 'h2h',
        reason: 'extreme-move',
        move: { selection: 'home', point: '', from: '2.00', to: '40.00' },
        since,
      },
    ]
    setClock({ now: '2026-11-20T14:00:00.000Z', speed: 0.001 })
    onTestFinished(() => setClock({ now: '2026-11-20T14:00:00.000Z', speed: 1 }))
    await open(<FeedPage />, '/admin/feed-health')
    expect(await screen.findByText('delayed')).toBeShown()
    expect(screen.getByText('412,880')).toBeShown()
    expect(screen.getByText('Not counted').nextSibling?.textContent).toBe('No limit of our own')
    expect(screen.getByText(/does not answer as it should/)).toBeShown()
    expect(screen.getByText(/ECONNRESET: gone/).textContent).toMatch(
      /^Last error .* ago, nothing has been read since\. E/,
    )
    const row = (await screen.findByText('EPL')).closest('tr')!
    const cells = () =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    expect(cells()).toEqual(['EPLstale', '1', '9', '30 s ago', '30 s ago', '30 s ago'])
    // Ages follow the business clock, without a refetch.
    act(() => setClock({ now: '2026-11-20T14:09:30.000Z', speed: 0.001 }))
    expect(cells()).toEqual(['EPLstale', '1', '9', '10 min ago', '10 min ago', '10 min ago'])
    const market = (await screen.findByText('an extreme move')).closest('tr')!
    expect(market.textContent).toContain('2.00 → 40.00')
  })

  it('pages through suspended markets, and leaves a page that no longer exists', async () => {
    const suspended = Array.from({ length: 11 }, (_, nth) => ({
      ...{ eventId: `${nth}`, home_team: `Team ${nth + 1}`, away_team: 'Everton', market: 'h2h' },
      ...{ reason: 'placeholder' as const, move: null, since },
    }))
    serverState.suspended = suspended
    const { user, client } = await open(<FeedPage />, '/admin/feed-health')
    const pages = await screen.findByRole('navigation', { name: 'Pages of Suspended markets' })
    await user.click(within(pages).getByRole('button', { name: 'Next' }))
    expect(await screen.findByText('Team 11 vs Everton')).toBeShown()
    serverState.suspended = suspended.slice(0, 10)
    await client.invalidateQueries({ queryKey: ['admin'] })
    expect(await screen.findByText('Team 10 vs Everton')).toBeShown()
    expect(pages.isConnected).toBe(false)
  })
})
