import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { server } from '#ui/testing/server.ts'
import { open, resetServer } from '../../testing/admin.harness.tsx'
import { figuresState } from '../../testing/figures.ts'
import { OverviewPage } from './overview-page.tsx'

beforeEach(() => {
  resetServer()
  setClock({ now: '2026-11-20T14:00:00.000Z', speed: 1 })
})

const openOverview = () => open(<OverviewPage />, '/admin/overview')
const tile = (name: string) => screen.getByText(name, { selector: 'dt' }).parentElement!

it('shows the figures of the house, a loss in red with its sign', async () => {
  await openOverview()
  expect(await screen.findByText('€18,240.00')).toBeShown()
  expect(tile('Admin Balance').textContent).toContain('€18,240.00')
  expect(tile('User Balance').textContent).toContain('€65.00In 1 wallet')
  expect(tile('House Profit').textContent).toBe('House Profit−€2.00+€1.50 today')
  expect(within(tile('House Profit')).getByText('−€2.00').className).toContain('text-lost')
  expect(tile('Open stakes').textContent).toBe('Open stakes€20.001 open bet')
  expect(tile('Worst exposure').textContent).toBe('Worst exposure€97.00Over 2.5, Arsenal vs Everton')
  expect(tile('Total Users').textContent).toBe('Total Users1')
  expect(tile('Total Bets').textContent).toBe('Total Bets32 today')
  expect(tile('To settle').textContent).toBe('To settle0Nothing waiting')
  expect(tile('Alerts').textContent).toContain('All is well')
})

it('has the alerts first, then the chart, the bets, and the rest', async () => {
  await openOverview()
  await screen.findByRole('slider')
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ firstChild }) => firstChild!.textContent)
  expect(titles).toEqual(['Alerts', 'House Profit', 'Bets', 'Feed health', 'Largest liability'])
})

it('shows a profit of zero in green', async () => {
  figuresState.overview = { ...figuresState.overview, houseProfit: 0, worst: null }
  await openOverview()
  expect((await within(tile('House Profit')).findByText('€0.00')).className).toContain('text-accent')
  expect(tile('Worst exposure').textContent).toContain('No open bets')
})

it('has the beginning of each section, and a link to all of it', async () => {
  figuresState.alerts = {
    ...figuresState.alerts,
    total: 4,
    alerts: [
      { kind: 'settlement-asked', id: 'settlement-asked', since: null, decisions: 1 },
      { kind: 'undecided', id: 'undecided', since: null, games: 2 },
    ],
  }
  await openOverview()
  const links = ['All profit', 'All live bets', 'All alerts', 'Feed health', 'All liability']
  for (const name of links) expect(screen.getByRole('link', { name })).toBeShown()
  expect(await screen.findByText('2 games are undecided')).toBeShown()
  expect(await screen.findByText('412,880')).toBeShown()
  expect(await screen.findByRole('slider', { name: /House profit from/ })).toBeShown()
  expect(screen.getByText('1 settlement waits for approval')).toBeShown()
  expect(tile('To settle').textContent).toBe('To settle31 to approve, 2 undecided')
  expect(within(tile('To settle')).getByRole('link').getAttribute('href')).toBe('/admin/settlement')
  expect(within(tile('Alerts')).getByRole('link').getAttribute('href')).toBe('/admin/alerts')
})

it('has the whole chart before the first bet, so that nothing jumps', async () => {
  figuresState.profit = { ...figuresState.profit, rows: [], before: 0, first: null }
  await openOverview()
  const chart = await screen.findByRole('slider', { name: 'House profit from Thu 22 Oct to Fri 20 Nov: €0.00' })
  expect(chart.getAttribute('aria-valuetext')).toBe('Fri 20 Nov: €0.00, €0.00')
})

it('keeps the other panels if the figures fail', async () => {
  server.use(http.get('/api/admin/overview', () => HttpResponse.json({ error: '', code: 'internal' }, { status: 500 })))
  await openOverview()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the figures')
  expect(await screen.findByText('412,880')).toBeShown()
})

it('reports other failures in their own panels, and claims nothing there', async () => {
  const fail = () => HttpResponse.json({ error: '', code: 'internal' }, { status: 500 })
  server.use(...['liability', 'alerts', 'feed-health', 'profit'].map((name) => http.get(`/api/admin/${name}`, fail)))
  await openOverview()
  for (const text of ['liability', 'alerts', 'state of the feed', 'profit'])
    expect(await screen.findByText(`Failed to load the ${text}`)).toBeShown()
  for (const text of ['No open bets.', 'No alerts.', /^No bets in these days/])
    expect(screen.queryByText(text)).toBeNull()
})
