import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FixturePairs, SuspendedMarkets } from '#services/contract/contract.ts'
import { server } from '#ui/testing/server.ts'
import { expectStatus, open, sent } from '../../../testing/admin.harness.tsx'
import { AT, anAsk, anEvent, desk, EVENT, resetDesk, serveDesk } from '../../../testing/settlement-desk.harness.tsx'
import { SettlementPage } from '../settlement-page.tsx'

beforeEach(resetDesk)

it('the queue appears all at once, so that groups that load later push nothing down', async () => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  server.use(
    http.get('/api/admin/settlement', async () => {
      await mayAnswer
      return HttpResponse.json({ asked: [anAsk()], total: 1, page: 1, pageSize: 10, above: 500 })
    }),
  )
  await open(<SettlementPage />, '/admin/settlement')
  expect(screen.queryAllByRole('heading', { level: 2 })).toEqual([])
  answer()
  const first = await screen.findByRole('button', { name: /Roma vs Napoli/ })
  const headings = screen.getAllByRole('heading', { level: 2 })
  expect(headings.length).toBeGreaterThan(3)
  expect(headings[0]!.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

describe('the queues', () => {
  const aPair = (): FixturePairs['pairs'][number] => {
    const game = { league: 'soccer_epl', home: 'Torino', away: 'Bologna', startsAt: AT, closed: false }
    const open = { openBets: 3, resolution: null, resolvedAt: null, resolvedBy: null }
    return {
      older: { ...game, id: '1'.repeat(32) },
      newer: { ...game, id: '2'.repeat(32) },
      why: 'several-fit',
      since: AT,
      ...open,
    }
  }
  it('release suspended prices with a reason', async () => {
    desk.suspended = [
      {
        eventId: EVENT,
        home_team: 'Inter',
        away_team: 'Juventus',
        market: 'h2h',
        reason: 'extreme-move',
        move: { selection: 'home', point: '', from: '2.00', to: '40.00' },
        since: AT,
      },
    ]
    const { user } = await open(<SettlementPage />, '/admin/settlement')
    expect(await screen.findByText(/extreme move 2.00 → 40.00/)).toBeShown()
    await user.click(screen.getByRole('button', { name: /^Release/ }))
    const reason = () => screen.getByRole('textbox', { name: 'Reason' })
    await user.click(await screen.findByRole('button', { name: 'Release Match Result' }))
    expect([document.activeElement, reason().getAttribute('aria-invalid')]).toEqual([reason(), 'true'])
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: /^Release/ }))
    const dialog = await screen.findByRole('alertdialog')
    expect(reason().getAttribute('aria-invalid')).toBeNull()
    await user.type(reason(), 'the feed is right')
    await user.click(within(dialog).getByRole('button', { name: 'Release Match Result' }))
    await expect
      .poll(() => sent[0]?.body)
      .toEqual({ action: 'releaseMarket', eventId: EVENT, market: 'h2h', reason: 'the feed is right' })
  })

  const aMarket = (nth: number): SuspendedMarkets['markets'][number] => ({
    ...{ eventId: `${nth}`, home_team: `Team ${nth}`, away_team: 'Juventus', market: 'h2h' },
    ...{ reason: 'placeholder', move: null, since: AT },
  })
  const markets = (count: number) => Array.from({ length: count }, (_, nth) => aMarket(nth + 1))
  const PRICES = 'Suspended prices'
  const pager = () => screen.getByRole('navigation', { name: `Pages of ${PRICES}` })

  it('page through suspended prices, by their address too, and count all of them', async () => {
    desk.suspended = markets(12)
    const { user, router } = await open(<SettlementPage />, '/admin/settlement')
    const list = await screen.findByRole('list', { name: PRICES })
    expect(within(list).getAllByRole('listitem')).toHaveLength(10)
    expect(screen.getByRole('heading', { name: `${PRICES} 12` })).toBeShown()
    expect(screen.getByText('12 waiting')).toBeShown()
    await user.click(within(pager()).getByRole('button', { name: 'Next' }))
    expect(await screen.findByRole('button', { name: 'Release Match Result, Team 12 vs Juventus' })).toBeShown()
    expect(within(pager()).getByText('Page 2 of 2').getAttribute('aria-live')).toBe('polite')
    expect(router.state.location.search).toEqual({ prices: 2 })
    expect(screen.queryByRole('button', { name: /Team 1 vs/ })).toBeNull()
  })

  it('release the last one of a page: nothing below moves until asked to, then the page before is shown', async () => {
    desk.suspended = markets(11)
    serveDesk(() => {
      desk.suspended = markets(10)
      return HttpResponse.json({ success: true, message: 'The next prices of this market are offered', position: '' })
    })
    const { user, router } = await open(<SettlementPage />, '/admin/settlement?prices=2')
    await user.click(await screen.findByRole('button', { name: /^Release Match Result, Team 11/ }))
    const dialog = await screen.findByRole('alertdialog')
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'the feed is right')
    await user.click(within(dialog).getByRole('button', { name: 'Release Match Result' }))
    const news = await screen.findByRole('button', { name: `1 gone in ${PRICES}: show it as it is` })
    expect(within(screen.getByRole('list', { name: PRICES })).getByText('released')).toBeShown()
    expect(within(pager()).getByText('Page 2 of 2')).toBeShown()
    await user.click(news)
    expect(await screen.findByRole('button', { name: /Team 10 vs/ })).toBeShown()
    expect(router.state.location.search).not.toMatchObject({ prices: 2 })
    expect(screen.queryByRole('navigation', { name: `Pages of ${PRICES}` })).toBeNull()
  })

  it('keep the pager when a release on the first page removes the last page', async () => {
    desk.suspended = markets(11)
    const { user, client } = await open(<SettlementPage />, '/admin/settlement')
    await screen.findByRole('list', { name: PRICES })
    desk.suspended = markets(11).slice(1)
    await client.invalidateQueries({ queryKey: ['admin'] })
    const news = await screen.findByRole('button', { name: `1 new, 1 gone in ${PRICES}: show it as it is` })
    expect(within(pager()).getByText('Page 1 of 2')).toBeShown()
    await user.click(news)
    expect(screen.queryByRole('navigation', { name: `Pages of ${PRICES}` })).toBeNull()
  })

  it('show the last page for an address beyond it, and only the heading if there is none', async () => {
    desk.suspended = markets(12)
    const { client } = await open(<SettlementPage />, '/admin/settlement?prices=9')
    expect(await screen.findByRole('button', { name: /Team 12 vs/ })).toBeShown()
    expect(within(pager()).getByText('Page 2 of 2')).toBeShown()
    desk.suspended = []
    await client.invalidateQueries({ queryKey: ['admin'] })
    expect(await screen.findByRole('heading', { name: `${PRICES} 0` })).toBeShown()
  })

  it('report a page that cannot be loaded, with a retry and a way back', async () => {
    desk.suspended = markets(12)
    const { user } = await open(<SettlementPage />, '/admin/settlement')
    await screen.findByRole('list', { name: PRICES })
    let isFailing = true
    server.use(
      http.get('/api/admin/dashboard', ({ request }) => {
        const { searchParams } = new URL(request.url)
        if (!isFailing || searchParams.get('type') !== 'suspended-markets' || searchParams.get('page') !== '2') return
        return HttpResponse.json({ code: 'internal', error: 'No answer' }, { status: 400 })
      }),
    )
    await user.click(within(pager()).getByRole('button', { name: 'Next' }))
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('No answer')
    expect(within(pager()).getByRole('button', { name: 'Previous' }).getAttribute('aria-disabled')).toBeNull()
    isFailing = false
    await user.click(within(alert).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('button', { name: /Team 12 vs/ })).toBeShown()
  })

  it('page through doubtful pairs as long as they wait', async () => {
    const pairs = Array.from({ length: 13 }, (_, nth) => {
      const pair = aPair()
      const older = { ...pair.older, id: `${nth}`, home: `Club ${nth + 1}` }
      return { ...pair, older, resolution: nth < 12 ? null : ('apart' as const) }
    })
    desk.pairs = pairs
    const { user } = await open(<SettlementPage />, '/admin/settlement')
    await user.click(
      within(await screen.findByRole('navigation', { name: 'Pages of Pairs of fixtures' })).getByText('Next'),
    )
    expect(await screen.findByRole('button', { name: /Join Club 12/ })).toBeShown()
    const list = screen.getByRole('list', { name: 'Pairs of fixtures' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(2)
  })

  it('join doubtful pairs, or keep them apart', async () => {
    desk.pairs = [aPair()]
    const { user } = await open(<SettlementPage />, '/admin/settlement')
    await user.click(await screen.findByRole('button', { name: 'Join Torino vs Bologna' }))
    const dialog = await screen.findByRole('alertdialog')
    await user.click(within(dialog).getByRole('button', { name: 'Join' }))
    expect(sent).toEqual([])
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'same game')
    await user.click(within(dialog).getByRole('button', { name: 'Join' }))
    await expect.poll(() => sent[0]?.body).toMatchObject({ action: 'joinFixtures', reason: 'same game' })
  })

  it('keep the row that is being decided, even if another admin was quicker, and say so', async () => {
    desk.pairs = [aPair()]
    const error = { code: 'fixture_pair_resolved', error: 'This pair of events has already been decided.' }
    serveDesk(() => HttpResponse.json(error, { status: 409 }))
    const { user, client } = await open(<SettlementPage />, '/admin/settlement')
    await user.click(await screen.findByRole('button', { name: 'Keep apart Torino vs Bologna' }))
    const dialog = await screen.findByRole('alertdialog')
    const reason = within(dialog).getByRole('textbox', { name: 'Reason' })
    await user.type(reason, 'two ')
    desk.pairs = []
    await client.invalidateQueries({ queryKey: ['admin'] })
    await user.type(reason, 'games')
    await user.click(within(dialog).getByRole('button', { name: 'Keep apart' }))
    const [older, newer] = ['1'.repeat(32), '2'.repeat(32)]
    const asked = { action: 'keepFixturesApart', oldFixture: older, newFixture: newer, reason: 'two games' }
    await expect.poll(() => sent[0]?.body).toEqual(asked)
    await expectStatus(`❌ Error: ${error.error}`)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('keep their rows in place until asked to update: gone ones are marked, new ones counted', async () => {
    const market = (eventId: string, home_team: string): SuspendedMarkets['markets'][number] => ({
      ...{ eventId, home_team, away_team: 'Juventus', market: 'h2h', reason: 'placeholder', move: null, since: AT },
    })
    desk.suspended = [market('1', 'Inter'), market('2', 'Como')]
    const { user, client } = await open(<SettlementPage />, '/admin/settlement')
    const list = await screen.findByRole('list', { name: 'Suspended prices' })
    const shown = () => within(list).getAllByRole('listitem')
    const [inter, como] = shown()
    desk.suspended = [market('3', 'Pisa'), market('2', 'Como')]
    await client.invalidateQueries({ queryKey: ['admin'] })
    const news = await screen.findByRole('button', { name: '1 new, 1 gone in Suspended prices: show it as it is' })
    expect(shown()).toEqual([inter, como])
    expect(inter!.textContent).toContain('no longer waiting')
    expect(within(inter!).queryByRole('button')).toBeNull()
    expect(within(como!).getByRole('button')).toBeShown()
    await user.click(news)
    expect(shown().map((row) => row.textContent)).toEqual([
      expect.stringContaining('Pisa'),
      expect.stringContaining('Como'),
    ])
    expect(news.isConnected).toBe(false)
  })

  it('drop what was decided', async () => {
    desk.pairs = [aPair()]
    serveDesk(() => {
      desk.pairs = []
      return HttpResponse.json({ success: true, message: 'The events stay apart', position: '' })
    })
    const { user } = await open(<SettlementPage />, '/admin/settlement')
    const keep = await screen.findByRole('button', { name: 'Keep apart Torino vs Bologna' })
    await user.click(keep)
    const dialog = await screen.findByRole('alertdialog')
    await user.type(within(dialog).getByRole('textbox', { name: 'Reason' }), 'two games')
    await user.click(within(dialog).getByRole('button', { name: 'Keep apart' }))
    await expect.poll(() => keep.isConnected).toBe(false)
  })

  it('link to undecided events', async () => {
    const { selections: _, bets: __, ...game } = anEvent()
    desk.undecided = [
      {
        ...game,
        selections: [
          { market: 'h2h', selection: 'home', name: 'Lazio', reason: 'regulation_unknown', bets: 4, stakes: 40 },
        ],
      },
    ]
    const { user } = await open(<SettlementPage />, '/admin/settlement')
    expect(await screen.findByText(/regulation time unknown/)).toBeShown()
    await user.click(screen.getByRole('button', { name: /Lazio vs Udinese/ }))
    expect(await screen.findByRole('region', { name: 'Bets by selection' })).toBeShown()
  })

  it('page through undecided events, and leave a page whose events are all decided', async () => {
    const { selections: _, bets: __, ...game } = anEvent()
    const selection = { market: 'h2h', selection: 'home', name: 'Lazio', bets: 4, stakes: 40 }
    desk.undecided = Array.from({ length: 11 }, (____, nth) => ({
      ...game,
      eventId: nth.toString(16).repeat(32),
      home_team: `Team ${nth + 1}`,
      selections: [
        { ...selection, reason: 'regulation_unknown' },
        { ...selection, selection: 'away', reason: 'by_hand' },
      ],
    }))
    const { user } = await open(<SettlementPage />, '/admin/settlement')
    const list = await screen.findByRole('list', { name: 'Undecided' })
    expect(within(list).getAllByRole('listitem')).toHaveLength(10)
    expect(within(list).getAllByText(/regulation time unknown, no score decides it/)).toHaveLength(10)
    await user.click(within(screen.getByRole('navigation', { name: 'Pages of Undecided' })).getByText('Next'))
    const last = await screen.findByRole('button', { name: /Team 11/ })
    expect(screen.queryByRole('button', { name: /Team 1 / })).toBeNull()
    await user.click(last)
    expect(await screen.findByRole('region', { name: 'Bets by selection' })).toBeShown()
    desk.undecided = desk.undecided.slice(0, 10)
    await user.click(screen.getByRole('button', { name: 'Reload' }))
    await user.click(await screen.findByRole('button', { name: '1 gone in Undecided: show it as it is' }))
    expect(await screen.findByRole('button', { name: /Team 10/ })).toBeShown()
    expect(screen.queryByRole('button', { name: /Team 11/ })).toBeNull()
  })
})
