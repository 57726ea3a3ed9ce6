import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { open, resetServer } from '../../testing/admin.harness.tsx'
import { anOutcome, askedFigures, figuresState } from '../../testing/figures.ts'
import { LiabilityPage } from './liability-page.tsx'

beforeEach(resetServer)

const openLiability = (search = '') => open(<LiabilityPage />, `/admin/liability${search}`)
const asked = () => askedFigures.filter(({ pathname }) => pathname.endsWith('/liability')).map(({ search }) => search)

it('shows what each outcome costs, with parlays marked as an upper bound', async () => {
  figuresState.liability.outcomes.push(
    anOutcome({ selection: 'away', market: 'spreads', point: '-1.5', name: 'Everton -1.5', singles: 0, pays: 0 }),
  )
  await openLiability()
  await screen.findByText('Over 2.5')
  expect(screen.getByRole('columnheader', { name: 'Parlays pay at most' })).toBeShown()
  const [, first, second] = screen.getAllByRole('row')
  expect(
    within(first!)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual([
    'Arsenal vs EvertonSat 21 Nov 16:00',
    'Over 2.5Over/Under Total',
    '€30.00',
    '€57.00 2 bets',
    '€40.00 1 bet',
    '€97.00',
    '€52.00',
  ])
  expect(second!.textContent).toContain('Everton −1.5')
  expect(within(second!).getAllByRole('cell')[3]!.textContent).toBe('–')
  expect(screen.getByText(/A parlay counts in full/)).toBeShown()
})

it('is filtered by the server as its address says, in pages', async () => {
  figuresState.liability = { ...figuresState.liability, next: 'key of the next' }
  const { user, router } = await openLiability('?starts=6h')
  await screen.findByText('Over 2.5')
  expect(asked()).toEqual(['?starts=6h'])
  await screen.findByRole('option', { name: 'Football' })
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sport' }), 'Football')
  await waitFor(() => expect(asked()).toContain('?sport=soccer&starts=6h'))
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(asked().at(-1)).toContain('after=key+of+the+next'))
  expect(router.state.location.search).toEqual({ starts: '6h', sport: 'soccer', after: 'key of the next' })
  await user.click(screen.getByRole('button', { name: 'First page' }))
  expect(router.state.location.search).toEqual({ starts: '6h', sport: 'soccer' })
  await user.click(screen.getByRole('button', { name: 'Clear' }))
  expect(router.state.location.search).toEqual({})
})

it('is sorted by the server as its address says, with each outcome by itself', async () => {
  figuresState.liability.outcomes.push(
    anOutcome({ eventId: 'f'.repeat(32), home_team: 'Lazio', name: 'Lazio', stakes: 25 }),
    anOutcome({ selection: 'under', name: 'Under 2.5', stakes: 20 }),
  )
  const { user, router } = await openLiability('?starts=6h&after=k')
  await screen.findByText('Under 2.5')
  expect(screen.getByRole('columnheader', { name: 'Exposure' }).getAttribute('aria-sort')).toBe('descending')
  await user.click(screen.getByRole('button', { name: 'Stakes' }))
  await waitFor(() => expect(asked().at(-1)).toBe('?starts=6h&sort=-stakes'))
  expect(router.state.location.search).toEqual({ starts: '6h', sort: '-stakes' })
  expect(screen.getAllByRole('link', { name: 'Only Arsenal vs Everton' })).toHaveLength(2)
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getAllByRole('cell')[1]!.textContent)).toEqual([
    'Over 2.5Over/Under Total',
    'LazioOver/Under Total',
    'Under 2.5Over/Under Total',
  ])
  await user.click(screen.getByRole('button', { name: 'Exposure' }))
  expect(router.state.location.search).toEqual({ starts: '6h' })
})

it('keeps the outcomes of a game together, and links from a row to that game alone and to its bets', async () => {
  figuresState.liability.outcomes.push(
    anOutcome({
      eventId: 'f'.repeat(32),
      home_team: 'Lazio',
      name: 'Lazio',
      exposure: 60,
      struckExposure: 60,
      marketStakes: 90,
    }),
    anOutcome({ selection: 'under', name: 'Under 2.5', exposure: 20, struckExposure: 60 }),
  )
  const { user, router } = await openLiability()
  await screen.findByText('Under 2.5')
  const rows = screen.getAllByRole('row').slice(1)
  expect(rows.map((row) => within(row).getAllByRole('cell')[1]!.textContent)).toEqual([
    'Over 2.5Over/Under Total',
    'Under 2.5Over/Under Total',
    'LazioOver/Under Total',
  ])
  expect(within(rows[2]!).getByText('−€30.00')).toBeShown()
  expect(within(rows[1]!).getByText('taken at €60.00')).toBeShown()
  expect(within(rows[0]!).queryByText(/taken at/)).toBeNull()
  expect(screen.getAllByRole('link', { name: 'Only Arsenal vs Everton' })).toHaveLength(1)
  await user.click(within(rows[1]!).getByText('Under 2.5'))
  expect(router.state.location.search).toEqual({ event: 'e'.repeat(32) })
  const bets = await screen.findByRole('link', { name: 'Bets on this game' })
  expect(bets.getAttribute('href')).toBe(`/admin/bets?event=${'e'.repeat(32)}`)
})

it('links from a game to its outcomes alone', async () => {
  await openLiability()
  const link = await screen.findByRole('link', { name: 'Only Arsenal vs Everton' })
  expect(link.getAttribute('href')).toBe(`/admin/liability?event=${'e'.repeat(32)}`)
})

it('says that no bet is open', async () => {
  figuresState.liability = { outcomes: [], next: null, worst: 0 }
  await openLiability()
  expect(await screen.findByText('No open bets.')).toBeShown()
})
