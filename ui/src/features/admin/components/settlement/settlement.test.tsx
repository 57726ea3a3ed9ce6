import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type {
  AskedSettlement,
  CorrectedResults,
  DeskEventBets,
  DoneToday,
  FixturePairs,
  SettlementPreview,
  SuspendedMarkets,
  UndecidedFixtures,
} from '#services/contract/contract.ts'
import { server } from '#ui/testing/server.ts'
import { expectStatus, open, resetServer, sent, serve } from '../../testing/admin.harness.tsx'
import { FRESH } from '../desk/table/table-props.ts'
import { SettlementPage } from './settlement-page.tsx'

const EVENT = 'e'.repeat(32)
const REQUEST = 'd'.repeat(32)
const AT = '2026-11-20T14:00:00.000Z'

const anEvent = (changes: Partial<DeskEventBets> = {}): DeskEventBets => ({
  eventId: EVENT,
  league_key: 'soccer_epl',
  league_title: 'EPL',
  live: null,
  actions: ['recordResult', 'voidMarket', 'voidEvent'],
  home_team: 'Lazio',
  away_team: 'Udinese',
  commence_time: AT,
  openBets: 2,
  state: 'open',
  score: null,
  regulation: null,
  voided: [],
  decided: [],
  complete: true,
  selections: [
    {
      market: 'h2h',
      selection: 'home',
      point: null,
      name: 'Lazio',
      open: 2,
      settled: 0,
      inParlays: 1,
      stakes: 30,
      returned: 0,
    },
    {
      market: 'totals',
      selection: 'over',
      point: '2.5',
      name: 'Over 2.5',
      open: 1,
      settled: 0,
      inParlays: 0,
      stakes: 5,
      returned: 0,
    },
  ],
  bets: [
    {
      id: 'b'.repeat(32),
      userId: 'a'.repeat(32),
      username: 'ada',
      market: 'h2h',
      selection: 'Lazio',
      parlay: false,
      odds: 2.1,
      stake: 20,
      status: 'pending',
      returned: null,
      actions: ['voidBet'],
    },
    {
      id: 'c'.repeat(32),
      userId: 'a'.repeat(32),
      username: 'ada',
      market: 'totals',
      selection: 'Over 2.5',
      parlay: false,
      odds: 1.9,
      stake: 5,
      status: 'won',
      returned: 9.5,
      actions: ['voidBet', 'resettleBet'],
    },
  ],
  ...changes,
})
const sums = {
  bets: 2,
  waiting: 0,
  reopened: 0,
  stakes: 30,
  returnedBefore: 0,
  returnedAfter: 63,
  wallets: 63,
  house: -33,
  moves: 63,
}
const aPreview = (changes: Partial<SettlementPreview> = {}): SettlementPreview => ({
  fingerprint: 'f'.repeat(64),
  complete: true,
  moves: 63,
  later: 0,
  above: 500,
  needsApproval: false,
  nothing: false,
  scoreBefore: null,
  scoreAfter: { home: 2, away: 1 },
  total: { ...sums, getting: 1, giving: 0, becomesOwed: 0 },
  groups: [{ ...sums, market: 'h2h', selection: 'Lazio' }],
  unchanged: 0,
  bets: [
    {
      id: 'b'.repeat(32),
      userId: 'a'.repeat(32),
      username: 'ada',
      selection: 'Lazio',
      odds: 2.1,
      stake: 30,
      statusBefore: 'pending',
      statusAfter: 'won',
      before: null,
      after: 63,
      mayReturn: null,
    },
  ],
  accounts: [
    {
      userId: 'a'.repeat(32),
      username: 'ada',
      change: 63,
      walletBefore: 5,
      walletAfter: 68,
      owedBefore: 0,
      owedAfter: 0,
    },
  ],
  ...changes,
})
const anAsk = (changes: Partial<AskedSettlement> = {}): AskedSettlement => ({
  request: REQUEST,
  eventId: EVENT,
  betId: null,
  command: 'RecordResult',
  market: null,
  score: { home: 2, away: 1 },
  selections: [],
  askedBy: 'desk-two',
  own: false,
  askedAt: AT,
  reason: 'the price was wrong',
  moves: 630,
  title: 'Roma vs Napoli',
  ...changes,
})

/** The state of the mock server, for tests to change, and the previews that were requested. */
const desk = {
  event: anEvent(),
  preview: aPreview() as SettlementPreview | null,
  asked: [] as AskedSettlement[],
  undecided: [] as UndecidedFixtures['events'],
  suspended: [] as SuspendedMarkets['markets'],
  pairs: [] as FixturePairs['pairs'],
  /** In pages of one. */
  done: [] as DoneToday['done'],
  corrected: [] as CorrectedResults['corrected'],
}
let previews: object[] = []

function serveDesk(reply?: () => Response) {
  serve(reply)
  server.use(
    http.get('/api/admin/dashboard', ({ request }) => {
      const { searchParams } = new URL(request.url)
      const type = searchParams.get('type')
      const page = Number(searchParams.get('page') ?? 1)
      const pages = { total: desk.undecided.length, page, pageSize: 10 }
      const events = desk.undecided.slice((page - 1) * 10, page * 10)
      if (type === 'undecided') return HttpResponse.json({ events, ...pages })
      if (type === 'suspended-markets') {
        const markets = desk.suspended.slice((page - 1) * 10, page * 10)
        return HttpResponse.json({ markets, ...pages, total: desk.suspended.length })
      }
      if (type === 'fixture-pairs') {
        const waiting = desk.pairs.filter(({ resolution }) => resolution === null).length
        const pairs = desk.pairs.slice((page - 1) * 10, page * 10)
        return HttpResponse.json({ pairs, ...pages, total: desk.pairs.length, waiting })
      }
      return HttpResponse.json({ requests: [], total: 0, page: 1, pageSize: 10 })
    }),
    http.get('/api/admin/settlement', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('page'))
      const asked = desk.asked.slice((page - 1) * 10, page * 10)
      return HttpResponse.json({ asked, total: desk.asked.length, page, pageSize: 10, above: 500 })
    }),
    http.get('/api/admin/settlement/asked/:request', ({ params }) =>
      HttpResponse.json({ asked: desk.asked.find(({ request }) => request === params.request) ?? null }),
    ),
    http.get('/api/admin/settlement/done', ({ request }) => {
      const page = Number(new URL(request.url).searchParams.get('before') ?? 0)
      return HttpResponse.json({
        done: desk.done.slice(page, page + 1),
        older: page + 1 < desk.done.length ? page + 1 : null,
      })
    }),
    http.get('/api/admin/settlement/corrected', () => HttpResponse.json({ corrected: desk.corrected, older: null })),
    http.get('/api/admin/settlement/events', () => HttpResponse.json({ events: [desk.event] })),
    http.get('/api/admin/settlement/events/:id', () => HttpResponse.json(desk.event)),
    http.get('/api/admin/settlement/preview', ({ request }) => {
      previews.push(JSON.parse(new URL(request.url).searchParams.get('what')!) as object)
      return desk.preview === null
        ? HttpResponse.json({ code: 'fixture_not_started', error: 'This event has not started yet' }, { status: 409 })
        : HttpResponse.json(desk.preview)
    }),
  )
}

beforeEach(() => {
  resetServer()
  previews = []
  Object.assign(desk, { event: anEvent(), preview: aPreview(), asked: [], undecided: [], suspended: [], pairs: [] })
  Object.assign(desk, { done: [], corrected: [] })
  serveDesk(() => HttpResponse.json({ success: true, message: 'Result recorded', position: '' }))
})

const openEvent = () => open(<SettlementPage />, `/admin/settlement?event=${EVENT}`)

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
    const at = new Date(Date.now() - 61 * 60_000).toISOString()
    const scores = [
      { name: 'Lazio', score: '2' },
      { name: 'Udinese', score: '0' },
    ]
    const feed = { sport: 'soccer', completed: false, last_update: at, scores, commence_time: at }
    desk.event = anEvent({ commence_time: at, live: { ...feed, status: 'live', period: 2, clock: '61:20' } })
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
    const at = new Date(Date.now() - 61 * 60_000).toISOString()
    const scores = [
      { name: 'Lazio', score: '2' },
      { name: 'Udinese', score: '0' },
    ]
    const feed = { sport: 'soccer', completed: false, last_update: at, scores, commence_time: at }
    desk.event = anEvent({ commence_time: at, live: { ...feed, status: 'live', period: 2, clock: '61:20' } })
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

describe('four eyes', () => {
  it('an approval is requested above the limit', async () => {
    desk.preview = aPreview({
      needsApproval: true,
      moves: 630,
      later: 70,
      total: { ...aPreview().total, becomesOwed: 12 },
    })
    const { user } = await openEvent()
    await user.click(await screen.findByRole('button', { name: 'Abandon the event' }))
    expect(await screen.findByText(/^It is above €500.00: a second admin has to approve it/)).toBeShown()
    expect(screen.getByText(/€12.00 becomes owed/)).toBeShown()
    expect(screen.getByText(/€70.00 of it is for settled bets: they stay as they are/)).toBeShown()
    expect(screen.getByRole('button', { name: 'Ask for approval' })).toBeShown()
    void user
  })

  it('another admin’s request is approved or declined, with a reason', async () => {
    desk.asked = [anAsk()]
    serveDesk(() => HttpResponse.json({ success: true, message: 'Approved', position: '' }))
    const { user } = await open(<SettlementPage />, '/admin/settlement')
    await user.click(await screen.findByRole('button', { name: /Roma vs Napoli/ }))
    const form = await screen.findByRole('form', { name: 'Approve' })
    expect(screen.getByText('desk-two: “the price was wrong”')).toBeShown()
    await user.type(within(form).getByRole('textbox', { name: 'Reason' }), 'checked')
    await user.click(within(form).getByRole('button', { name: 'Approve: €63.00' }))
    expect(await screen.findByText('✅ Approved')).toBeShown()
    const place = { request: REQUEST, eventId: EVENT }
    expect(sent[0]!.body).toEqual({ action: 'approveSettlement', ...place, preview: 'f'.repeat(64), reason: 'checked' })
    const declining = screen.getByRole('form', { name: 'Decline' })
    await user.type(screen.getByRole('textbox', { name: 'Reason to decline' }), 'wrong game')
    await user.click(within(declining).getByRole('button', { name: 'Decline it' }))
    await expect.poll(() => sent[1]?.body).toEqual({ action: 'declineSettlement', ...place, reason: 'wrong game' })
  })

  it('waiting decisions are paged, and open from any page and by their address alone', async () => {
    desk.asked = Array.from({ length: 21 }, (_, at) =>
      anAsk({ request: `${at}`.padStart(32, '0'), title: `Game ${at + 1}` }),
    )
    const { user } = await open(<SettlementPage />, '/admin/settlement')
    const pages = await screen.findByRole('navigation', { name: /Waiting for approval/ })
    const list = () => screen.getByRole('list', { name: 'Waiting for approval' })
    expect(within(list()).getAllByRole('listitem')).toHaveLength(10)
    for (const page of ['2', '3']) {
      await user.click(within(pages).getByRole('button', { name: 'Next' }))
      await within(pages).findByText(`Page ${page} of 3`)
    }
    await user.click(await within(list()).findByRole('button', { name: /^Game 21/ }))
    expect(await screen.findByRole('region', { name: 'Game 21' })).toBeShown()
    expect(within(list()).getAllByRole('listitem')).toHaveLength(1)
    // Another admin decided everything on the last page.
    desk.asked = desk.asked.slice(0, 20)
    await user.click(screen.getByRole('button', { name: 'Reload' }))
    expect(await screen.findByText('This is no longer waiting: it was approved or declined.')).toBeShown()
    await user.click(await screen.findByRole('button', { name: '1 gone in Waiting for approval: show it as it is' }))
    await within(pages).findByText('Page 2 of 2')
    expect(within(list()).getAllByRole('listitem')).toHaveLength(10)
  })

  it('the address of a decision on another page opens it', async () => {
    const before = Array.from({ length: 10 }, (_, at) => anAsk({ request: `${at}`.padStart(32, '0') }))
    desk.asked = [...before, anAsk({ title: 'Como vs Pisa' })]
    await open(<SettlementPage />, `/admin/settlement?request=${REQUEST}`)
    expect(await screen.findByRole('region', { name: 'Como vs Pisa' })).toBeShown()
    expect(screen.getByRole('form', { name: 'Decline' })).toBeShown()
  })

  it('the one who asked can only withdraw it', async () => {
    desk.asked = [anAsk({ own: true })]
    await open(<SettlementPage />, `/admin/settlement?request=${REQUEST}`)
    expect(await screen.findByText(/Another admin has to approve it/)).toBeShown()
    expect(screen.getByRole('button', { name: 'Take it back' })).toBeShown()
    expect(screen.queryByRole('form', { name: 'Approve' })).toBeNull()
    expect(previews).toEqual([])
  })
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

describe('a past decision', () => {
  const aDecision = (number: number, text: string) => ({
    number,
    at: AT,
    type: 'ResultCorrected',
    who: { id: 'd'.repeat(32), name: 'desk-one', role: 'admin' },
    what: [{ text, strong: false }],
    before: '1 - 1',
    after: '2 - 1',
    reason: 'the league said so',
    bet: null,
    fixture: { id: EVENT, title: 'Lazio vs Udinese' },
  })

  it('of today shows by whom, why, and what it settled, and links to the event and the trail', async () => {
    desk.done = [
      {
        ...aDecision(48_211, 'desk-one corrected the result'),
        askedBy: 'desk-two',
        askedReason: 'photo finish',
        bets: 1_000,
      },
      {
        ...aDecision(48_200, 'desk-one voided a bet'),
        fixture: null,
        bet: 'b'.repeat(32),
        askedBy: null,
        askedReason: null,
        bets: null,
      },
    ]
    const { user, router } = await open(<SettlementPage />, '/admin/settlement')
    const list = await screen.findByRole('list', { name: 'Done today' })
    for (const text of [
      '1 - 1 → 2 - 1',
      'the league said so',
      'asked by desk-two: “photo finish”',
      'desk-one: “the league said so”',
      '1,000 bets or more',
      '15:00',
    ]) {
      expect(list.textContent).toContain(text)
    }
    expect(screen.getByRole('heading', { name: /^Done today/ }).textContent).toBe('Done today1+')
    await user.click(screen.getByRole('button', { name: 'Older' }))
    await screen.findByText('desk-one voided a bet')
    expect(screen.getByRole('heading', { name: /^Done today/ }).textContent).toBe('Done today2')
    expect(screen.queryByRole('button', { name: 'Older' })).toBeNull()
    await user.click(within(list).getByRole('button', { name: 'desk-one corrected the result' }))
    expect(await screen.findByRole('region', { name: 'Bets by selection' })).toBeShown()
    await user.click(within(list).getByRole('link', { name: '#48,211' }))
    expect(router.state.location.href).toBe('/admin/audit?q=%2348211&event=48211')
  })

  it('is highlighted as it appears, unlike older ones that are loaded', async () => {
    const line = (number: number) => ({
      ...aDecision(number, `decision ${number}`),
      ...{ askedBy: null, askedReason: null, bets: null },
    })
    desk.done = [line(2), line(1)]
    const { user } = await open(<SettlementPage />, '/admin/settlement')
    const item = async (number: number) => (await screen.findByText(`decision ${number}`)).closest('li')!
    expect((await item(2)).className).not.toContain(FRESH)
    await user.click(screen.getByRole('button', { name: 'Older' }))
    expect((await item(1)).className).not.toContain(FRESH)
    desk.done = [line(3), line(2), line(1)]
    await user.click(await screen.findByRole('button', { name: 'Reload' }))
    const came = await item(3)
    await waitFor(() => expect(came.className).toContain(FRESH))
    expect((await item(2)).className).not.toContain(FRESH)
  })

  it('that changed settled bets shows how many and what they returned, above the empty list of today', async () => {
    desk.corrected = [
      {
        ...aDecision(48_100, 'The odds feed corrected the result of Lazio vs Udinese, read twice'),
        reason: null,
        bets: 45,
        reopened: 2,
        returnedBefore: 453.3,
        returnedAfter: 690.28,
      },
    ]
    await open(<SettlementPage />, '/admin/settlement')
    const list = await screen.findByRole('list', { name: 'Corrected results' })
    for (const text of ['1 - 1 → 2 - 1', '45 bets, 2 open again', '€453.30 → €690.28']) {
      expect(list.textContent).toContain(text)
    }
    expect(screen.getByText('Nothing was decided by hand today.')).toBeShown()
  })

  it('is listed once if it corrected a result by hand', async () => {
    const line = aDecision(48_100, 'desk-one corrected the result')
    desk.corrected = [{ ...line, bets: 4, reopened: 0, returnedBefore: 5, returnedAfter: 6 }]
    desk.done = [{ ...line, askedBy: null, askedReason: null, bets: 4 }]
    await open(<SettlementPage />, '/admin/settlement')
    expect(await screen.findByText('1 more, under Corrected results.')).toBeShown()
    expect(await screen.findAllByText('desk-one corrected the result')).toHaveLength(1)
  })
})
