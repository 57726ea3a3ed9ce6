import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, expect, it, vi } from 'vitest'
import type { Performance } from '#services/contract/contract.ts'
import { setDisplaySetting } from '#ui/lib/display-settings.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { PerformancePanel } from './performance.tsx'

afterEach(() => {
  vi.unstubAllEnvs()
})

const share = { bets: 1, staked: 10, profit: -10 }

it('charts cumulative profit and loss, also as a table, and shows results by sport and market', async () => {
  const performance: Performance = {
    days: [
      { day: '2026-11-20', bets: 1, staked: 10, profit: 11.1 },
      { day: '2026-11-21', ...share },
    ],
    sports: [{ sport: 'soccer', ...share }],
    markets: [{ market: 'h2h', ...share }],
  }
  server.use(
    http.get('/api/bets/performance', () => HttpResponse.json(performance)),
    http.get('/api/sports', () => HttpResponse.json([])),
  )
  const { user } = await renderPage(<PerformancePanel />)
  await screen.findByRole('img', { name: 'Profit and loss: +€1.10 now, between €0.00 and +€11.10' })
  expect(screen.getByRole('figure').textContent).toContain('+€11.10')
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  const table = within(screen.getByRole('table', { name: 'Profit and loss' }))
  expect(table.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['+€11.10', '+€1.10'])
  expect(screen.getByRole('rowheader', { name: 'Match Result' })).toBeShown()
})

it('shows business days, even where it is still the day before', async () => {
  vi.stubEnv('TZ', 'America/New_York')
  setDisplaySetting('zone', 'browser')
  const performance: Performance = {
    days: [
      { day: '2026-11-20', ...share },
      { day: '2026-11-21', ...share },
    ],
    sports: [],
    markets: [],
  }
  server.use(
    http.get('/api/bets/performance', () => HttpResponse.json(performance)),
    http.get('/api/sports', () => HttpResponse.json([])),
  )
  const { user } = await renderPage(<PerformancePanel />)
  const figure = await screen.findByRole('figure')
  expect(within(figure).getByText('20 Nov 2026')).toBeShown()
  expect(within(figure).getByText('21 Nov 2026')).toBeShown()
  await user.click(screen.getByRole('button', { name: 'Show as table' }))
  const table = within(screen.getByRole('table', { name: 'Profit and loss' }))
  expect(table.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['20 Nov 2026', '21 Nov 2026'])
})
