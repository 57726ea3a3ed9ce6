import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { applyPushes } from '#ui/lib/live/apply-pushes.ts'
import { open, resetServer } from '../../testing/admin.harness.tsx'
import { aTickerBet, figuresState } from '../../testing/figures.ts'
import { TickerPage } from './ticker-page.tsx'

beforeEach(resetServer)

async function openTicker() {
  const view = await open(<TickerPage />, '/admin/ticker')
  await screen.findByText('#7')
  const push = (...bets: ReturnType<typeof aTickerBet>[]) =>
    act(() => applyPushes(view.client, [{ kind: 'placed', topic: 'ticker', bets }]))
  return { ...view, push }
}
const numbers = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-1)!.textContent)

it('shows bets as they are pushed, each once, newest first', async () => {
  const { push } = await openTicker()
  push(aTickerBet(9), aTickerBet(7))
  push(aTickerBet(12), aTickerBet(9))
  await waitFor(() => expect(numbers()).toEqual(['#12', '#9', '#7']))
})

it('shows no more than fifty', async () => {
  const { push } = await openTicker()
  for (let number = 10; number < 80; number++) push(aTickerBet(number))
  await screen.findByText('#79')
  expect(numbers()).toHaveLength(50)
  expect(numbers()[0]).toBe('#79')
})

it('keeps what it shows while it is paused, and counts what is new', async () => {
  const { user, push } = await openTicker()
  await user.click(screen.getByRole('button', { name: 'Pause' }))
  expect(screen.getByText('paused')).toBeShown()
  push(aTickerBet(8), aTickerBet(7))
  push(aTickerBet(9))
  expect(await screen.findByText('2 new bets')).toBeShown()
  expect(numbers()).toEqual(['#7'])
  await user.click(screen.getByRole('button', { name: 'Resume' }))
  expect(numbers()).toEqual(['#9', '#8', '#7'])
  expect(screen.queryByText('2 new bets')).toBeNull()
})

it('marks big stakes, not by colour alone, and can filter by them', async () => {
  const { user, push } = await openTicker()
  push(aTickerBet(8, { stake: 250, isBig: true }))
  expect((await screen.findByText('€250.00')).parentElement?.textContent).toBe('€250.00, big stake')
  expect(screen.getByText('€250.00').className).toContain('text-warning')
  await user.click(screen.getByRole('button', { name: '€100 and above' }))
  expect(numbers()).toEqual(['#8'])
  await user.click(screen.getByRole('button', { name: 'In play' }))
  expect(screen.getByText('None of the newest bets match.')).toBeShown()
})

it('names a team once', async () => {
  const { push } = await openTicker()
  expect((await screen.findByText('Arsenal')).parentElement?.textContent).toBe('Arsenal vs Everton · Match Result')
  push(aTickerBet(8, { legs: [{ ...figuresState.ticker.bets[0]!.legs[0]!, selection: 'Draw' }] }))
  expect((await screen.findByText('Draw')).parentElement?.textContent).toBe('Draw Arsenal vs Everton · Match Result')
})

it('names the legs of a parlay, and links to the bettor', async () => {
  const leg = figuresState.ticker.bets[0]!.legs[0]!
  const { push } = await openTicker()
  push(aTickerBet(8, { legs: [leg, { ...leg, selection: 'Over 2.5', inPlay: true }] }))
  expect((await screen.findByText('2-Leg Parlay')).parentElement?.textContent).toBe('2-Leg Parlay Arsenal, Over 2.5')
  expect(screen.getAllByRole('link', { name: 'ada' })[0]!.getAttribute('href')).toBe(
    `/admin/users?user=${'a'.repeat(32)}`,
  )
})
