import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { AuditedEvent, Balances } from '#services/contract/contract.ts'
import { applyPushes } from '#ui/lib/live/apply-pushes.ts'
import { server } from '#ui/testing/server.ts'
import { aTrailLine, open, resetServer } from '../../testing/admin.harness.tsx'
import { AuditTrailPage } from './audit-trail.tsx'
import { BalancesPage } from './balances.tsx'

const AT = '2026-11-21T21:09:02.000Z'
const LINES = [48_211, 48_210, 48_209].map((number) => aTrailLine(number))
const AN_EVENT: AuditedEvent = {
  line: LINES[1]!,
  stream: 'account-a',
  version: 3,
  hash: 'f'.repeat(64),
  raw: '{"type":"AccountBlocked"}',
  causes: [aTrailLine(47_000, { what: [{ text: 'mallory signed up', strong: false }] })],
  effects: [],
  moreEffects: false,
  postings: [{ from: 'user:a:wallet', to: 'house:profit', amount: 26.4 }],
}
const CHECKPOINT = { log: 'c'.repeat(32), number: 48_211, position: '48212', hash: 'ab'.repeat(32) }
const ALL_BUT_PRICES = 'money,bets,settlement,people,access,views,play,games,offer,desk'
let asked: string[]
let page: object

beforeEach(() => {
  resetServer()
  asked = []
  page = { lines: LINES, newer: false, older: true, matching: 212, events: 48_212 }
  const ask = ({ request }: { request: Request }) => {
    asked.push(new URL(request.url).pathname + new URL(request.url).search)
  }
  server.use(
    http.get('*/api/admin/audit', (call) => {
      ask(call)
      return HttpResponse.json(page)
    }),
    http.get('*/api/admin/checkpoint', () => HttpResponse.json(CHECKPOINT)),
    http.get('*/api/admin/audit/:number', (call) => {
      ask(call)
      return HttpResponse.json(AN_EVENT)
    }),
    http.get('*/api/admin/history/:of', (call) => {
      ask(call)
      const about = { kind: 'account', id: 'a'.repeat(32), title: 'mallory', owner: null }
      return HttpResponse.json({ ...page, about })
    }),
  )
})
const lastAsked = () => Object.fromEntries(new URLSearchParams(asked.at(-1)!.split('?')[1]))

describe('the audit trail', () => {
  it('keeps its lines in place while events arrive, until they are asked for', async () => {
    const { user, client } = await open(<AuditTrailPage />, '/admin/audit')
    const numbers = () => screen.getAllByRole('button', { name: /, the event$/ }).map(({ textContent }) => textContent)
    await screen.findByRole('button', { name: /48,211/ })
    const come = (...more: number[]) => {
      page = { ...page, lines: [...more.map((number) => aTrailLine(number)), ...LINES].slice(0, 3), events: 48_300 }
      return applyPushes(client, [{ kind: 'admin', topic: 'admin', changed: ['people'], position: '9' }])
    }
    come(48_213, 48_212)
    const shown = await screen.findByRole('button', { name: 'Show 2 new events' })
    expect(numbers()).toEqual(['#48,211', '#48,210', '#48,209'])
    await user.click(shown)
    expect(numbers()).toEqual(['#48,213', '#48,212', '#48,211'])
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull()
    come(48_214)
    await screen.findByRole('button', { name: 'Show 1 new event' })
    // A reload shows the new events too.
    await user.click(screen.getByRole('button', { name: 'Reload' }))
    await waitFor(() => expect(numbers()[0]).toBe('#48,214'))
    come(48_216, 48_215)
    await screen.findByRole('button', { name: 'Show 2 new events' })
    expect(numbers()[0]).toBe('#48,214')
  })

  it('says who did what, before and after, why and from where, and that nothing is missing', async () => {
    await open(<AuditTrailPage />, '/admin/audit')
    const [row] = await screen.findAllByRole('row', { name: /48,211/ })
    for (const text of ['desk-one', 'blocked', 'active → blocked', 'shared account', '~1f2e3d4c']) {
      expect(row!.textContent).toContain(text)
    }
    expect(screen.getByText('212 of 48,212 events, without prices')).toBeShown()
    expect(row!.textContent).toContain('Sat 21 Nov 22:09:02')
    expect(screen.getByText('#48,211 – #48,209')).toBeShown()
    expect(screen.getByRole('columnheader', { name: 'Address' }).title).toContain('pseudonym')
  })

  it('searches while one types, by kind, and in pages by ledger number', async () => {
    const { user, router } = await open(<AuditTrailPage />, '/admin/audit?from=2026-11-20&to=2026-11-20')
    await screen.findAllByText('#48,211')
    expect(lastAsked()).toEqual({
      kind: ALL_BUT_PRICES,
      since: '2026-11-19T23:00:00.000Z',
      until: '2026-11-20T23:00:00.000Z',
    })
    await user.type(screen.getByRole('searchbox', { name: 'Person, bet, reason, number' }), 'mall')
    await waitFor(() => expect(lastAsked().q).toBe('mall'))
    await user.click(screen.getByRole('button', { name: 'Settlement' }))
    await waitFor(() => expect(lastAsked().kind).toBe('settlement'))
    expect(screen.queryByText(/no gaps/)).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Older' }))
    await waitFor(() => expect(lastAsked()).toMatchObject({ before: '48209', q: 'mall' }))
    expect(router.state.location.search).toMatchObject({ before: 48_209, kind: 'settlement' })
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(lastAsked()).toEqual({ kind: ALL_BUT_PRICES }))
  })

  it('finds a game or a bet for its filter while one types', async () => {
    const game = {
      id: 'e'.repeat(32),
      league: 'soccer_epl',
      home: 'Lazio',
      away: 'Udinese',
      startsAt: AT,
      result: null,
    }
    const bet = { id: 'b'.repeat(32), username: 'ada', name: 'Lazio', stake: 20, status: 'lost' }
    server.use(
      http.get('*/api/admin/search', () => HttpResponse.json({ users: [], bets: [bet], events: [game], lines: [] })),
    )
    const { user, router } = await open(<AuditTrailPage />, '/admin/audit')
    await user.click(await screen.findByRole('button', { name: 'Any game' }))
    await user.type(await screen.findByRole('combobox', { name: 'Team' }), 'lazio')
    await user.click(await screen.findByRole('option', { name: /Lazio vs Udinese/ }))
    await waitFor(() => expect(lastAsked()).toEqual({ kind: ALL_BUT_PRICES, fixture: 'e'.repeat(32) }))
    await user.click(screen.getByRole('button', { name: 'Any bet' }))
    await user.type(await screen.findByRole('combobox', { name: /^Bet id, at least six digits/ }), 'bbbbbb')
    expect(await screen.findAllByRole('option')).toHaveLength(1)
    await user.click(screen.getByRole('option', { name: /Lazio/ }))
    await waitFor(() =>
      expect(lastAsked()).toEqual({ kind: ALL_BUT_PRICES, fixture: 'e'.repeat(32), bet: 'b'.repeat(32) }),
    )
    await user.click(screen.getByRole('button', { name: 'Remove the filter Game' }))
    await waitFor(() => expect(lastAsked()).toEqual({ kind: ALL_BUT_PRICES, bet: 'b'.repeat(32) }))
    await user.click(screen.getByRole('button', { name: 'Remove the filter Bet bbbbbbbb' }))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
  })

  it('opens without prices, takes several kinds at once, and keeps them in the address', async () => {
    const { user, router } = await open(<AuditTrailPage />, '/admin/audit')
    await screen.findAllByText('#48,211')
    const chip = (name: string) => screen.getByRole('button', { name })
    const isOn = (name: string) => chip(name).getAttribute('aria-pressed') === 'true'
    expect([isOn('All but prices'), isOn('Prices'), isOn('Everything')]).toEqual([true, false, false])
    expect(lastAsked()).toEqual({ kind: ALL_BUT_PRICES })
    for (const name of ['Desk', 'Money', 'Settlement']) await user.click(chip(name))
    await waitFor(() => expect(lastAsked()).toEqual({ kind: 'money,settlement,desk' }))
    expect(router.state.location.search).toEqual({ kind: 'money,settlement,desk' })
    expect([isOn('All but prices'), isOn('Money'), isOn('Bets')]).toEqual([false, true, false])
    for (const name of ['Desk', 'Money', 'Settlement']) await user.click(chip(name))
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    await user.click(chip('Everything'))
    await waitFor(() => expect(lastAsked()).toEqual({}))
    expect(await screen.findByText('#48,211 to #48,209, no gaps in the log')).toBeShown()
  })

  it('leaves out no kind when searching for a ledger number, which a plain address may have', async () => {
    const { router } = await open(<AuditTrailPage />, '/admin/audit?q=%2348,210&event=48210')
    expect(await screen.findByRole('region', { name: 'Event #48,210' })).toBeShown()
    expect(asked.find((path) => path.startsWith('/api/admin/audit?'))).toBe('/api/admin/audit?q=%2348%2C210')
    expect(router.state.location.search).toMatchObject({ event: 48_210 })
  })

  it('opens an event by a click anywhere in its row, but not on its links', async () => {
    const { user, router } = await open(<AuditTrailPage />, '/admin/audit')
    const [cell] = await screen.findAllByText('shared account')
    await user.click(cell!)
    await waitFor(() => expect(router.state.location.search).toEqual({ event: 48_211 }))
    expect(router.state.location.searchStr).toBe('?event=48211')
    await user.click(screen.getAllByText('shared account')[0]!)
    await waitFor(() => expect(router.state.location.search).toEqual({}))
    await user.click(screen.getAllByRole('link', { name: 'History of mallory' })[0]!)
    await waitFor(() => expect(router.state.location.search).toEqual({ of: 'a'.repeat(32) }))
  })

  it('opens an event: what led to it, what it moved, and its bytes', async () => {
    const { user } = await open(<AuditTrailPage />, '/admin/audit')
    const opener = await screen.findByRole('button', { name: '#48,210, the event' })
    await user.click(opener)
    const details = await screen.findByRole('region', { name: 'Event #48,210' })
    await within(details).findByText('mallory signed up')
    expect(details.textContent).toContain('wallet → house profit')
    expect(within(details).getByText('{"type":"AccountBlocked"}')).toBeShown()
    expect(within(details).getByText('Nothing followed from it.')).toBeShown()
    expect(opener.getAttribute('aria-expanded')).toBe('true')
    await user.click(opener)
    expect(screen.queryByRole('region', { name: 'Event #48,210' })).toBeNull()
  })

  it('has the whole history of a person on one page', async () => {
    await open(<AuditTrailPage />, `/admin/audit?of=${'a'.repeat(32)}`)
    await screen.findByText('History of mallory', { selector: 'span' })
    expect(asked.at(-1)).toBe(`/api/admin/history/${'a'.repeat(32)}`)
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  it('says that nothing matches, and how to see everything again', async () => {
    page = { lines: [], newer: false, older: false, matching: 0, events: 48_212 }
    const { user } = await open(<AuditTrailPage />, '/admin/audit?q=nobody')
    await screen.findByText('No events match these filters.')
    await user.click(screen.getAllByRole('button', { name: 'Clear' }).at(-1)!)
    await waitFor(() => expect(lastAsked()).toEqual({ kind: ALL_BUT_PRICES }))
  })
})

describe('balances', () => {
  const HELD: Balances = {
    at: '2026-11-21T21:09:02.000Z',
    number: 48_190,
    totals: {
      treasury: -100,
      floats: 60,
      wallets: 30,
      owed: 0,
      transit: 0,
      stakes: 10,
      houseProfit: 0,
      grants: 0,
      goodwill: 0,
    },
    accounts: [{ id: 'a'.repeat(32), name: 'grace', role: 'user', balance: '30.00', owed: -14.5, number: 48_190 }],
    next: 'grace',
  }
  it('are those of a moment, in total and for each account', async () => {
    server.use(
      http.get('*/api/admin/balances', ({ request }) => {
        asked.push(new URL(request.url).search)
        return HttpResponse.json(HELD)
      }),
    )
    const { user } = await open(<BalancesPage />, '/admin/balances?at=2026-11-21T22:09')
    const row = await screen.findByRole('row', { name: /grace/ })
    expect(row.textContent).toContain('€30.00')
    expect(row.textContent).toContain('−€14.50')
    expect(screen.getByText('−€100.00')).toBeShown()
    expect(screen.getByText(/after #48,190/)).toBeShown()
    // The typed time is in the zone that times are shown in, whatever the browser's.
    expect(lastAsked().at).toBe('2026-11-21T21:09:00.000Z')
    await user.click(screen.getByRole('button', { name: 'Next' }))
    await waitFor(() => expect(lastAsked().after).toBe('grace'))
  })
})

it('ends with the newest checkpoint, in the words of the auditor’s report', async () => {
  const { user } = await open(<AuditTrailPage />, '/admin/audit')
  const place = `ledger numbers 0 to 48211, position 48212, hash ${CHECKPOINT.hash}`
  const shown = within(await screen.findByRole('region', { name: 'Newest checkpoint' }))
  expect(shown.getByText(place)).toBeShown()
  expect(shown.getByText(/^The ledger up to #48,211 has the fingerprint below/)).toBeShown()
  expect(shown.getByText(/^Log c{32}$/)).toBeShown()
  await user.click(shown.getByRole('button', { name: 'Copy the newest checkpoint' }))
  expect(await shown.findByRole('button', { name: 'Copied' })).toBeShown()
  expect(await navigator.clipboard.readText()).toBe(place)
})
