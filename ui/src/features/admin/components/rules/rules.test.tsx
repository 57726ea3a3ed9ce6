import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DeskRules } from '#services/contract/contract.ts'
import { aGame } from '#ui/testing/factories.ts'
import { server } from '#ui/testing/server.ts'
import { expectStatus, open, resetServer, sent, serve } from '../../testing/admin.harness.tsx'
import { RulesPage } from './rules-page.tsx'

const AT = '2026-11-20T14:00:00.000Z'
const bounds = { min: 0, max: 10_000, words: [] }
let rules: DeskRules
beforeEach(() => {
  resetServer()
  rules = {
    mayChangeSettings: true,
    settings: [
      { setting: 'max-payout', unit: 'euros', value: 5_000, ...bounds },
      { setting: 'acceptance-delay', unit: 'seconds', value: 5, ...bounds, max: 10 },
      { setting: 'odds-policy', unit: 'word', value: 'better', min: null, max: null, words: ['better', 'none'] },
    ],
    changes: [
      { setting: 'max-payout', before: 10_000, after: 5_000, number: 1_284, at: AT, by: 'root', reason: 'a big night' },
    ],
    stops: [],
  }
  serve()
  server.use(
    http.get('/api/admin/rules', () => HttpResponse.json(rules)),
    http.get('*/api/sports/live', () => HttpResponse.json([])),
    http.get('*/api/sports', () =>
      HttpResponse.json([
        aGame({ id: 'a'.repeat(32), home_team: 'Rovers', away_team: 'Wanderers' }),
        aGame({ id: 'b'.repeat(32), home_team: 'Rangers', away_team: 'United' }),
      ]),
    ),
  )
})
const openPage = () => open(<RulesPage />, '/admin/settings')

describe('settings of the book', () => {
  it('show their values, and each change with before and after, number, author and reason', async () => {
    await openPage()
    const book = await screen.findByRole('region', { name: 'Settings of the book' })
    for (const text of ['€5,000.00', '5 s', 'accept better odds'])
      expect(await within(book).findByText(text)).toBeShown()
    const changes = screen.getByRole('region', { name: 'Changes' })
    for (const text of ['€10,000.00 → €5,000.00', '#1,284', 'root', 'a big night'])
      expect(changes.textContent).toContain(text)
    expect(within(changes).getByRole('link', { name: '#1,284' }).getAttribute('href')).toBe(
      '/admin/audit?q=%231284&event=1284',
    )
  })

  it('are changed with a reason, within their bounds', async () => {
    const { user } = await openPage()
    await user.click(await screen.findByRole('button', { name: 'Change Acceptance delay in play' }))
    const value = await screen.findByRole('textbox', { name: 'Acceptance delay in play (seconds)' })
    const change = () => user.click(screen.getByRole('button', { name: 'Change' }))
    // The present value is not accepted as a change.
    expect(screen.getByRole('heading', { name: 'Change Acceptance delay in play' })).toBeShown()
    expect(screen.getByText('Now 5 s')).toBeShown()
    await change()
    expect(await screen.findByText('This value is in force already')).toBeShown()
    await user.clear(value)
    await user.type(value, '11')
    await change()
    expect(await screen.findByText('A value from 0 s to 10 s')).toBeShown()
    expect(screen.getByText('Please say why')).toBeShown()
    await user.clear(value)
    await user.type(value, '7,5')
    expect(screen.getByRole('heading', { name: 'Set Acceptance delay in play to 7.5 s?' })).toBeShown()
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'slow pictures')
    await change()
    await expectStatus('✅ Acceptance delay in play')
    expect(sent).toMatchObject([
      { body: { action: 'changeSettings', settings: { 'acceptance-delay': 7.5 }, reason: 'slow pictures' } },
    ])
    expect(sent[0]!.key).not.toBeNull()
  })

  it('a choice that changes nothing gets the focus and an error', async () => {
    const { user } = await openPage()
    await user.click(await screen.findByRole('button', { name: /^Change .*odds/i }))
    const choice = await screen.findByRole('combobox')
    await user.click(screen.getByRole('button', { name: 'Change' }))
    await screen.findByText('This value is in force already')
    expect(document.activeElement).toBe(choice)
    expect(choice.getAttribute('aria-invalid')).toBe('true')
    const error = document.getElementById(choice.getAttribute('aria-describedby') ?? '')
    expect(error?.textContent).toBe('This value is in force already')
  })

  it('are read-only for other admins', async () => {
    rules = { ...rules, mayChangeSettings: false }
    await openPage()
    await screen.findAllByText('€5,000.00')
    expect(screen.queryByRole('button', { name: /^Change/ })).toBeNull()
  })
})

it('what could not be loaded is said once, and asked for again there', async () => {
  let isDown = true
  server.use(
    http.get('/api/admin/rules', () =>
      isDown ? HttpResponse.json({ error: 'The read models are behind' }, { status: 503 }) : HttpResponse.json(rules),
    ),
  )
  const { user } = await openPage()
  // One alert only.
  expect((await screen.findByRole('alert')).textContent).toContain('The read models are behind')
  for (const absent of ['Betting is open everywhere.', 'Nothing has been changed yet.'])
    expect(screen.queryByText(absent)).toBeNull()
  isDown = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('accept better odds')
  expect(screen.queryByRole('alert')).toBeNull()
  isDown = true
  await user.click(screen.getByRole('button', { name: 'Reload' }))
  // What was loaded stays, below the one error.
  expect((await screen.findByRole('alert')).textContent).toContain('The read models are behind')
  for (const kept of ['accept better odds', 'a big night']) expect(screen.getByText(kept)).toBeShown()
})

describe('stop switches', () => {
  it('do not say that no event matches before they know, or where they could not ask', async () => {
    let isDown = true
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    server.use(
      http.get('*/api/sports/live', async () => {
        await mayAnswer
        return isDown ? HttpResponse.json({}, { status: 503 }) : HttpResponse.json([])
      }),
    )
    const { user } = await openPage()
    await user.type(await screen.findByRole('searchbox', { name: 'Find an event' }), 'rovers')
    expect(screen.queryByText('No events match')).toBeNull()
    answer()
    expect((await screen.findByRole('alert')).textContent).toContain('Failed to load the events')
    expect(screen.queryByText('No events match')).toBeNull()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('combobox', { name: 'Event' })).toBeShown()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['', 200],
    [', also when the settings cannot be read', 503],
  ])('stop all betting after a confirmation with a reason%s', async (_also, status) => {
    serve((body) => HttpResponse.json({ success: true, message: `done: ${body.action}` }))
    if (status !== 200) server.use(http.get('/api/admin/rules', () => HttpResponse.json({}, { status })))
    const { user } = await openPage()
    await user.click(await screen.findByRole('button', { name: 'Stop all betting' }))
    expect(await screen.findByRole('heading', { name: 'Stop betting: All betting?' })).toBeShown()
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(await screen.findByText('Please say why')).toBeShown()
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'an alarm')
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    await expectStatus('✅ done: stopBetting')
    expect(sent).toMatchObject([{ body: { action: 'stopBetting', reason: 'an alarm' } }])
  })

  it('stop a market of an event, found by its teams', async () => {
    const { user } = await openPage()
    await user.type(await screen.findByRole('searchbox', { name: 'Find an event' }), 'nobody')
    expect(await screen.findByText('No events match')).toBeShown()
    await user.clear(screen.getByRole('searchbox', { name: 'Find an event' }))
    await user.type(screen.getByRole('searchbox', { name: 'Find an event' }), 'wander')
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Market' }), 'h2h')
    await user.click(screen.getByRole('button', { name: 'Stop' }))
    expect(await screen.findByRole('heading', { name: /^Stop betting: Rovers vs Wanderers, / })).toBeShown()
    await user.type(screen.getByRole('textbox', { name: 'Reason' }), 'a rumour')
    await user.click(screen.getAllByRole('button', { name: 'Stop' }).at(-1)!)
    await expectStatus('✅ Rovers vs Wanderers, Match Result')
    expect(sent[0]!.body).toEqual({
      action: 'stopBetting',
      eventId: 'a'.repeat(32),
      market: 'h2h',
      reason: 'a rumour',
    })
  })

  it('show who stopped what and why, and resume it', async () => {
    const of = { number: 9, at: AT, by: 'desk-two', reason: 'a doubt' }
    rules.stops = [
      { eventId: null, event: null, market: null, ...of },
      { eventId: 'a'.repeat(32), event: 'Rovers vs Wanderers', market: 'totals', ...of },
    ]
    const { user } = await openPage()
    const region = await screen.findByRole('region', { name: 'Stop switches' })
    expect(await within(region).findByText('All betting: stopped')).toBeShown()
    expect(region.textContent).toContain('by desk-two · a doubt')
    expect(screen.queryByRole('button', { name: 'Stop all betting' })).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Resume: Rovers/ }))
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'no doubt')
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    await expectStatus('✅ Rovers vs Wanderers, Over/Under Total')
    expect(sent[0]!.body).toEqual({
      action: 'resumeBetting',
      eventId: 'a'.repeat(32),
      market: 'totals',
      reason: 'no doubt',
    })
  })
})
