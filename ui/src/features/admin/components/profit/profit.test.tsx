import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { server } from '#ui/testing/server.ts'
import { axisTicks } from '../../model/figures/axis-ticks.ts'
import { profitDays } from '../../model/figures/profit-days.ts'
import { open, resetServer } from '../../testing/admin.harness.tsx'
import { askedFigures, figuresState, serveFigures } from '../../testing/figures.ts'
import { ProfitPage } from './profit-page.tsx'

beforeEach(() => {
  resetServer()
  setClock({ now: '2026-11-20T23:30:00.000Z', speed: 1 })
  figuresState.profit = { ...figuresState.profit, today: '2026-11-21' }
})

const openProfit = (search = '') => open(<ProfitPage />, `/admin/profit${search}`)
const asked = () => askedFigures.filter(({ pathname }) => pathname.endsWith('/profit')).map(({ search }) => search)

describe('profit by day', () => {
  it('has every day of the range with the sum so far, in exact cents', () => {
    const rows = ['2026-10-24', '2026-10-26'].map((key) => ({ ...figuresState.profit.total, key, profit: 0.1 }))
    const data = { ...figuresState.profit, rows, before: 0.1, first: '2026-10-01', today: '2026-10-27' }
    expect(profitDays(data, '2026-10-24')).toEqual([
      { day: '2026-10-24', profit: 0.1, sum: 0.2 },
      { day: '2026-10-25', profit: 0, sum: 0.2 },
      { day: '2026-10-26', profit: 0.1, sum: 0.3 },
      { day: '2026-10-27', profit: 0, sum: 0.3 },
    ])
  })

  it('begins with the requested day, else with the first one, and is empty without any', () => {
    const { profit } = figuresState
    expect(profitDays(profit, undefined)[0]!.day).toBe('2026-11-18')
    expect(profitDays({ ...profit, before: 0 }, '2026-11-01')[0]).toEqual({ day: '2026-11-01', profit: 0, sum: 0 })
    expect(profitDays({ ...profit, first: null }, undefined)).toEqual([])
  })
})

describe('the scale of the chart', () => {
  it('has round amounts across the span, zero among them', () => {
    expect(axisTicks(0, 0)).toEqual([0])
    expect(axisTicks(-30, 95)).toEqual([0, 50])
    expect(axisTicks(-120, 0)).toEqual([-100, -50, 0])
  })

  it('has few of them, in order, whatever the span', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 0 }), fc.integer({ min: 1, max: 1e9 }), (least, most) => {
        const ticks = axisTicks(least / 100, most / 100)
        expect(ticks).toContain(0)
        expect(ticks.length).toBeLessThanOrEqual(6)
        expect(ticks).toEqual(ticks.toSorted((a, b) => a - b))
        expect(Math.min(...ticks) * 100).toBeGreaterThanOrEqual(least - 1e-6)
        expect(Math.max(...ticks) * 100).toBeLessThanOrEqual(most + 1e-6)
      }),
    )
  })
})

describe('the page of the profit', () => {
  it('requests thirty days that end today in Paris, and draws them', async () => {
    await openProfit()
    const chart = await screen.findByRole('slider', { name: /^House profit from Fri 23 Oct to Sat 21 Nov: \+€8\.00$/ })
    expect(asked()[0]).toBe('?from=2026-10-23&by=day')
    expect(chart.getAttribute('aria-valuetext')).toBe('Sat 21 Nov: €0.00, €8.00')
    fireEvent.keyDown(chart, { key: 'ArrowLeft' })
    fireEvent.keyDown(chart, { key: 'ArrowLeft' })
    expect(chart.getAttribute('aria-valuetext')).toBe('Thu 19 Nov: −€2.00, €8.00')
    fireEvent.keyDown(chart, { key: 'Home' })
    expect(chart.getAttribute('aria-valuetext')).toBe('Fri 23 Oct: €0.00, €10.00')
  })

  it('has the same figures as a table, with their sum', async () => {
    await openProfit()
    await screen.findByText('Thu 19 Nov', { selector: 'td *' })
    const cellsOf = (text: string) =>
      within(screen.getByText(text, { selector: 'td *' }).closest('tr')!)
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    const sums = ['3', '€60.00', '2', '€40.00', '€42.00', '−€2.00']
    expect(cellsOf('Thu 19 Nov')).toEqual(['Thu 19 Nov', ...sums])
    expect(cellsOf('Total')).toEqual(['Total', ...sums])
  })

  it('keeps range, filters and order of its table in the address', async () => {
    const { user, router } = await openProfit('?range=7&by=market')
    await screen.findByRole('slider')
    expect(asked()).toContain('?from=2026-11-15&by=market')
    await screen.findByRole('option', { name: 'EPL' })
    await user.selectOptions(screen.getByRole('combobox', { name: 'League' }), 'soccer_epl')
    await waitFor(() => expect(asked()).toContain('?from=2026-11-15&league=soccer_epl&by=market'))
    expect(router.state.location.search).toEqual({ range: '7', by: 'market', league: 'soccer_epl' })
    await user.click(screen.getByRole('button', { name: 'All' }))
    await waitFor(() => expect(asked()).toContain('?league=soccer_epl&by=market'))
  })

  it.each([
    ['day', 0, 0],
    ['market', 0, 1],
  ])('says once that the days cannot be loaded, where the chart would be: by %s', async (by, sliders, tables) => {
    const atFirst = http.get('/api/admin/profit', ({ request }) =>
      new URL(request.url).searchParams.get('by') === 'day'
        ? HttpResponse.json({ error: '', code: 'internal' }, { status: 500 })
        : undefined,
    )
    server.use(atFirst)
    const { user } = await openProfit(`?by=${by}`)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to load the profit')
    expect(alert.closest('section')!.getAttribute('aria-labelledby')).toBe(
      screen.getByRole('heading', { level: 2, name: /^House Profit/ }).id,
    )
    if (tables > 0) await screen.findByRole('table')
    expect(screen.queryAllByRole('slider')).toHaveLength(sliders)
    expect(screen.queryAllByRole('table')).toHaveLength(tables)
    expect(screen.getAllByRole('alert')).toHaveLength(1)
    serveFigures()
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('slider')).toBeShown()
    expect(await screen.findByRole('table')).toBeShown()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('has a text if there is nothing', async () => {
    figuresState.profit = { ...figuresState.profit, rows: [], first: null, leagues: [], markets: [] }
    await openProfit()
    expect(await screen.findByText('No bets in these days.')).toBeShown()
    expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toMatch(/^Sat 21 Nov: €0\.00/)
  })
})
