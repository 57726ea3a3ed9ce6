import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DeskEventBets } from '#services/contract/contract.ts'
import { expectStatus, open, sent } from '../../testing/admin.harness.tsx'
import {
  anEvent,
  aPreview,
  desk,
  EVENT,
  openEvent,
  previews,
  resetDesk,
  serveDesk,
} from '../../testing/settlement-desk.harness.tsx'
import { SettlementPage } from './settlement-page.tsx'

beforeEach(resetDesk)

/** In its second half, at 2 - 0. */
function inPlay() {
  const at = new Date(Date.now() - 61 * 60_000).toISOString()
  const scores = [
    { name: 'Lazio', score: '2' },
    { name: 'Udinese', score: '0' },
  ]
  const feed = { sport: 'soccer', completed: false, last_update: at, scores, commence_time: at }
  return anEvent({ commence_time: at, live: { ...feed, status: 'live', period: 2, clock: '61:20' } })
}

describe('an event on the desk', () => {
  it('is found by name, and shown with its bets and money', async () => {
    const { user } = await open(<SettlementPage />, '/admin/settlement')
    await user.type(screen.getByRole('searchbox', { name: 'Find an event by team' }), 'lazio')
    await user.click(await screen.findByRole('button', { name: /Lazio vs Udinese/ }))
    const table = await screen.findByRole('region', { name: 'Bets by selection' })
    expect(
      within(table)
        .getAllByRole('row')
        .map((row) => row.textContent),
    ).toContain('Match Result Lazio201€30.00€0.00')
  })

  it('gets a result, with what that moves, a total, a reason, and the amount on the button', async () => {
    const { user } = await openEvent()
    await user.click(await screen.findByRole('button', { name: 'Record a result' }))
    await user.type(screen.getByRole('textbox', { name: 'Lazio' }), '2')
    await user.type(screen.getByRole('textbox', { name: 'Udinese' }), '1')
    const table = await screen.findByRole('region', { name: 'What it moves' })
    await within(table).findByText('Total')
    expect(within(table).getAllByRole('row').at(-1)!.textContent).toBe(
      'Total 2€30.00€0.00 → €63.00+€63.00−€33.00€63.00',
    )
    const button = screen.getByRole('button', { name: 'Record a result: €63.00' })
    await user.click(button)
    expect(screen.getByRole('textbox', { name: 'Reason' }).getAttribute('aria-invalid')).toBe('true')
    expect(sent).toEqual([])
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'seen at the ground')
    await user.click(button)
    expect(await screen.findByText('✅ Result recorded')).toBeShown()
    const what = { action: 'recordResult', eventId: EVENT, home: 2, away: 1 }
    expect(previews.at(-1)).toEqual(what)
    expect(sent[0]!.body).toEqual({ ...what, preview: 'f'.repeat(64), reason: 'seen at the ground' })
    expect(sent[0]!.key).not.toBeNull()
  })

  it('says at its field that a score is invalid', async () => {
    const { user } = await openEvent()
    await user.click(await screen.findByRole('button', { name: 'Record a result' }))
    const [home] = screen.getAllByRole('textbox', { name: 'Lazio' })
    await user.type(home!, '2x')
    expect(home!.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('A whole number, such as 2.')).toBeShown()
    await user.type(home!, '{Backspace}')
    expect(home!.getAttribute('aria-invalid')).toBeNull()
  })

  it('says which score is missing before it can show what a result moves', async () => {
    const { user } = await openEvent()
    await user.click(await screen.findByRole('button', { name: 'Record a result' }))
    const field = (name: string | RegExp) => screen.getByRole('textbox', { name })
    const FINAL = 'What it moves is shown once both final scores are filled in.'
    const REGULATION = 'After regulation time, fill in both scores or neither.'
    expect(screen.queryByText(FINAL)).toBeNull()
    await user.type(field('Lazio'), '2')
    await expectStatus(FINAL)
    await user.type(field('Udinese'), '1')
    expect(screen.queryByText(FINAL)).toBeNull()
    await user.type(field(/^Udinese.*regulation time/), '1')
    await expectStatus(REGULATION)
    expect(screen.queryByRole('button', { name: /^Record a result: / })).toBeNull()
    await user.type(field(/^Lazio.*regulation time/), '1')
    expect(await screen.findByRole('button', { name: 'Record a result: €63.00' })).toBeShown()
    expect(screen.queryByText(REGULATION)).toBeNull()
    await user.clear(field(/^Lazio.*regulation time/))
    await expectStatus(REGULATION)
    await user.click(screen.getByRole('checkbox', { name: 'It ended without a result' }))
    expect(screen.queryByText(REGULATION)).toBeNull()
  })

  it('asks whether a game that the feed has in play has ended', async () => {
    desk.event = inPlay()
    const { user } = await openEvent()
    await user.click(await screen.findByRole('button', { name: 'Record a result' }))
    const isOver = screen.getByRole('checkbox', { name: 'It has ended, though the feed has it in play at 2 - 0' })
    await user.type(screen.getByRole('textbox', { name: 'Lazio' }), '2')
    await user.type(screen.getByRole('textbox', { name: 'Udinese' }), '1')
    expect(screen.queryByRole('region', { name: 'What it moves' })).toBeNull()
    await expectStatus('What it moves is shown once you have said that it has ended.')
    await user.click(isOver)
    expect(await screen.findByRole('button', { name: 'Record a result: €63.00' })).toBeShown()
    await user.click(isOver)
    expect(screen.queryByRole('button', { name: 'Record a result: €63.00' })).toBeNull()
    expect(previews).toEqual([{ action: 'recordResult', eventId: EVENT, home: 2, away: 1 }])
  })

  it('shows no score of a game for which the feed has none', async () => {
    const at = new Date(Date.now() - 61 * 60_000).toISOString()
    const feed = { sport: 'mma', completed: false, last_update: at, scores: null, commence_time: at }
    desk.event = anEvent({ commence_time: at, live: { ...feed, status: null, period: null, clock: null } })
    await openEvent()
    expect(await screen.findByText('no score')).toBeShown()
    expect(screen.queryByText('0 - 0')).toBeNull()
  })

  it('shows the outcome where the decision was made, which stays to be read until closed', async () => {
    serveDesk(() => {
      // From now on a preview would show that nothing moves.
      desk.preview = aPreview({ nothing: true, moves: 0 })
      desk.event = anEvent({ voided: ['h2h'], actions: ['recordResult', 'voidEvent'] })
      return HttpResponse.json({ success: true, message: 'Market voided: its bets are refunded', position: '' })
    })
    const { user } = await openEvent()
    await user.click(await screen.findByRole('button', { name: 'Void a market' }))
    const markets = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Market' })
    await user.selectOptions(markets, 'h2h')
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'a wrong price')
    const form = within(screen.getByRole('form', { name: 'Void a market' }))
    await user.click(form.getByRole('button', { name: 'Void a market: €63.00' }))
    await expect.poll(() => form.getByRole('status').textContent).toBe('✅ Market voided: its bets are refunded')
    expect(await screen.findByText('void: Match Result')).toBeShown()
    // The form and its preview stay as they were.
    expect(form.getByText('This moves €63.00.')).toBeShown()
    expect([markets.value, markets.closest('fieldset')?.disabled]).toEqual(['h2h', true])
    expect(screen.queryByRole('button', { name: 'Void ada, Lazio' })).toBeNull()
    await user.click(form.getByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('form')).toBeNull()
    expect(screen.getByRole('button', { name: 'Void ada, Lazio' })).toBeShown()
  })

  it.each(['Void the event', 'Void ada, Lazio'])(
    'leads back to %s where it is closed, and says what it moves',
    async (name) => {
      const { user } = await openEvent()
      const opener = await screen.findByRole('button', {
        name: name === 'Void the event' ? /^(Void|Abandon) the/ : name,
      })
      await user.click(opener)
      const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
      await waitFor(() => expect(said()).toContainEqual(expect.stringContaining('This moves €63.00.')))
      await user.click(screen.getByRole('button', { name: 'Close' }))
      expect(screen.queryByRole('region', { name: 'What it moves' })).toBeNull()
      expect(opener).toBe(document.activeElement)
    },
  )

  it('offers what the signed-in admin may decide, and says why the rest is missing', async () => {
    const over = { state: 'result', score: { home: 2, away: 1 } } as const
    const bets = anEvent().bets.map((bet) => ({ ...bet, actions: [] }))
    desk.event = anEvent({ ...over, actions: ['correctResult', 'decideMarket'], bets })
    await openEvent()
    expect(await screen.findByRole('button', { name: 'Correct the result' })).toBeShown()
    expect(screen.queryAllByRole('button', { name: /^(Void|Settle)/ })).toEqual([])
    expect(screen.getByText('Only super admins void what is over or settle again.')).toBeShown()
    expect(previews).toEqual([])
  })

  it('shows the league, the score and the minute, and that it has ended meanwhile', async () => {
    desk.event = inPlay()
    const { client } = await openEvent()
    expect(await screen.findByText(/^EPL · .* · 2H 61:20$/)).toBeShown()
    expect(screen.getByText('2 - 0')).toBeShown()
    desk.event = anEvent({ state: 'result', score: { home: 2, away: 1 }, actions: ['correctResult', 'voidMarket'] })
    await client.invalidateQueries({ queryKey: ['admin'] })
    await expectStatus('It has ended: what may be decided about it has changed.')
    expect(screen.getByText('2 - 1')).toBeShown()
  })

  it('counts the bets that a decision does not change', async () => {
    desk.preview = aPreview({ bets: [], unchanged: 2 })
    const { user } = await openEvent()
    await user.click(await screen.findByRole('button', { name: 'Abandon the event' }))
    const table = await screen.findByRole('region', { name: 'Bets it changes' })
    expect(table.textContent).toContain('2 bets stay as they are.')
  })

  it('is refused by its preview before anything is sent', async () => {
    desk.preview = null
    const { user } = await openEvent()
    await user.click(await screen.findByRole('button', { name: 'Abandon the event' }))
    expect(await screen.findByText('This event has not started yet')).toBeShown()
    expect(screen.queryByRole('textbox', { name: 'Reason' })).toBeNull()
  })

  it('is previewed again if the bets have changed meanwhile', async () => {
    serveDesk(() => HttpResponse.json({ code: 'preview_changed', error: 'The bets have changed.' }, { status: 409 }))
    const { user } = await openEvent()
    await user.click(await screen.findByRole('button', { name: 'Abandon the event' }))
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'not played')
    const before = previews.length
    await user.click(screen.getByRole('button', { name: /^Abandon the event: / }))
    expect(await screen.findByText('❌ Error: The bets have changed.')).toBeShown()
    await expect.poll(() => previews.length).toBeGreaterThan(before)
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Reason' }).value).toBe('not played')
  })

  it('gets a market decided, selection by selection, or voided', async () => {
    const actions: DeskEventBets['actions'] = ['correctResult', 'voidMarket', 'voidEvent', 'decideMarket']
    desk.event = anEvent({ state: 'result', score: { home: 2, away: 1 }, voided: ['h2h'], actions })
    const { user } = await openEvent()
    expect(await screen.findByText('void: Match Result')).toBeShown()
    await user.click(screen.getByRole('button', { name: 'Decide a market' }))
    const markets = screen.getByRole('combobox', { name: 'Market' })
    expect(within(markets).queryByRole('option', { name: 'Match Result' })).toBeNull()
    await user.selectOptions(markets, 'totals')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Grade of Over 2.5' }), 'half-won')
    await screen.findByRole('textbox', { name: 'Reason' })
    const selections = [{ selection: 'over', point: '2.5', grade: 'half-won' }]
    expect(previews.at(-1)).toEqual({ action: 'decideMarket', eventId: EVENT, market: 'totals', selections })
    await user.click(screen.getByRole('button', { name: 'Void a market' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Market' }), 'totals')
    await screen.findByRole('textbox', { name: 'Reason' })
    expect(previews.at(-1)).toEqual({ action: 'voidMarket', eventId: EVENT, market: 'totals' })
  })

  it('starts from the previous decision: correcting a part of it keeps the rest', async () => {
    const under = { selection: 'under', point: '2.5', grade: 'won' } as const
    desk.event = anEvent({
      ...{ state: 'result', score: { home: 2, away: 1 }, actions: ['decideMarket'] },
      decided: [{ market: 'totals', selections: [{ selection: 'over', point: '2.5', grade: 'won' }, under] }],
    })
    const { user } = await openEvent()
    await user.click(await screen.findByRole('button', { name: 'Decide a market' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Market' }), 'totals')
    const over = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Grade of Over 2.5' })
    // Nobody has bet on it.
    const other = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Grade of under 2.5' })
    expect([over.value, other.value]).toEqual(['won', 'won'])
    await user.selectOptions(over, 'void')
    await screen.findByRole('textbox', { name: 'Reason' })
    const selections = [{ selection: 'over', point: '2.5', grade: 'void' }, under]
    expect(previews.at(-1)).toEqual({ action: 'decideMarket', eventId: EVENT, market: 'totals', selections })
    // A selection whose grade is revoked is settled by the score.
    await user.selectOptions(other, '')
    await expect.poll(() => previews.at(-1)).toMatchObject({ selections: selections.slice(0, 1) })
  })

  it('keeps the reason while the grades of a market are chosen, or its scores typed', async () => {
    desk.event = anEvent({ state: 'result', score: { home: 2, away: 1 }, actions: ['correctResult', 'decideMarket'] })
    const { user } = await openEvent()
    const reason = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Reason' })
    const shown = (what: object) => expect.poll(() => previews.at(-1)).toMatchObject(what)
    await user.click(await screen.findByRole('button', { name: 'Decide a market' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Market' }), 'totals')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Grade of Over 2.5' }), 'won')
    await user.type(await reason(), 'own goal')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Grade of Over 2.5' }), 'void')
    await shown({ selections: [{ grade: 'void' }] })
    expect((await reason()).value).toBe('own goal')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Market' }), 'h2h')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Grade of Lazio' }), 'won')
    await shown({ market: 'h2h' })
    await user.type(await reason(), ', seen again')
    await user.click(screen.getByRole('button', { name: /^Decide a market: / }))
    await expect.poll(() => sent[0]?.body).toMatchObject({ market: 'h2h', reason: 'own goal, seen again' })
    // another decision has a reason of its own
    await user.click(screen.getByRole('button', { name: 'Correct the result' }))
    await user.type(screen.getByRole('textbox', { name: 'Lazio' }), '3')
    await user.type(screen.getByRole('textbox', { name: 'Udinese' }), '1')
    expect((await reason()).value).toBe('')
    await user.type(await reason(), 'by the league')
    await user.type(screen.getByRole('textbox', { name: 'Udinese' }), '0')
    await shown({ action: 'correctResult', away: 10 })
    expect((await reason()).value).toBe('by the league')
  })

  it('gets its bets voided, and settled ones settled again', async () => {
    const { user } = await openEvent()
    expect(screen.queryByRole('button', { name: 'Settle again ada, Lazio' })).toBeNull()
    await user.click(await screen.findByRole('button', { name: 'Void ada, Lazio' }))
    await screen.findByRole('textbox', { name: 'Reason' })
    expect(previews.at(-1)).toEqual({ action: 'voidBet', betId: 'b'.repeat(32) })
    await user.click(screen.getByRole('button', { name: 'Settle again ada, Over 2.5' }))
    await screen.findByRole('textbox', { name: 'Reason' })
    await expect.poll(() => previews.at(-1)).toEqual({ action: 'resettleBet', betId: 'c'.repeat(32) })
  })
})
