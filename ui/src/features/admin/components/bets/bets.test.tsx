import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { AuditKind } from '#services/contract/contract.ts'
import { applyPushes } from '#ui/lib/live/apply-pushes.ts'
import { aBet } from '#ui/testing/factories.ts'
import { isOff } from '#ui/testing/is-off.ts'
import { server } from '#ui/testing/server.ts'
import { aDeskBet, asked, askedTotals, open, resetServer, serverState } from '../../testing/admin.harness.tsx'
import { BetsPage } from './bets.tsx'

beforeEach(resetServer)

const openBets = (path = '/admin/bets') => open(<BetsPage />, path)
const column = (name: string) => {
  const at = screen.getAllByRole('columnheader').findIndex((head) => head.textContent === name)
  const rows = screen.getAllByRole('row').slice(1)
  return rows.map((row) => within(row).getAllByRole('cell')[at]?.textContent)
}
const lastAsked = () => Object.fromEntries(new URLSearchParams(asked.at(-1)))

describe("everybody's bets", () => {
  it('show what they could have won, what they returned, and what the house made', async () => {
    await openBets()
    await screen.findByText('+€20.00')
    expect(column('Potential win')).toEqual(['€42.00', '€42.00', '€42.00'])
    expect(column('Returned')).toEqual(['open', '€42.00', '€0.00'])
    expect(column('House')).toEqual(['–', '−€22.00', '+€20.00'])
    expect(column('Ledger')[0]).toBe('#48,211')
    expect(screen.getAllByRole('link', { name: 'ada' })[0]!.getAttribute('href')).toBe(
      `/admin/users?user=${'a'.repeat(32)}`,
    )
  })

  it('are totalled over all pages of the filter, with the reason if they are not', async () => {
    const { user } = await openBets('/admin/bets?status=lost&key=o.5&sort=-stake')
    const totals = within(await screen.findByRole('region', { name: 'All of these bets' }))
    expect((await totals.findByText('1,204')).nextSibling?.textContent).toBe('3 open, with €60.00')
    expect(totals.getAllByRole('term').map((term) => term.nextSibling?.textContent)).toEqual([
      ...['1,204', '€3,000.00', '€2,800.00', '+€140.00'],
    ])
    expect(askedTotals).toEqual(['?status=lost'])
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
    server.use(
      http.get('/api/admin/bets/totals', async () => {
        await mayAnswer
        return HttpResponse.json({ totals: null, most: 20_000 })
      }),
    )
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Parlays')
    // The totals of the previous filter are not shown for this one.
    await waitFor(() => expect(totals.queryByText('1,204')).toBeNull())
    expect(totals.queryByText('€3,000.00')).toBeNull()
    answer()
    expect(await totals.findByText('More than 20,000: filter to add them up')).toBeShown()
    expect(totals.getAllByText('–')).toHaveLength(4)
  })

  it('are requested by the address, which follows the filters', async () => {
    const { user, router } = await openBets('/admin/bets?status=lost&min=20&from=2026-11-20&to=2026-11-20&key=o.5')
    expect(lastAsked()).toEqual({
      status: 'lost',
      min: '20',
      since: '2026-11-19T23:00:00.000Z',
      until: '2026-11-20T23:00:00.000Z',
      key: 'o.5',
    })
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Parlays')
    await waitFor(() => expect(lastAsked()).toMatchObject({ kind: 'parlay', status: 'lost' }))
    // A new filter begins at the first page.
    expect(lastAsked()).not.toHaveProperty('key')
    await user.click(await screen.findByRole('button', { name: 'Stake' }))
    await waitFor(() => expect(lastAsked().sort).toBe('-stake'))
    expect(router.state.location.search).toMatchObject({ status: 'lost', kind: 'parlay', sort: '-stake' })
    await user.type(screen.getByRole('searchbox', { name: 'Username' }), 'ada')
    await waitFor(() => expect(lastAsked().user).toBe('ada'))
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    await waitFor(() => expect(lastAsked()).toEqual({ sort: '-stake' }))
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: 'Username' }).value).toBe('')
  })

  it('are filtered by amounts as typed, which say so if they are invalid', async () => {
    const { user, router } = await openBets()
    const most = screen.getByRole<HTMLInputElement>('textbox', { name: 'Stake to' })
    await user.type(most, '€1,204.10{Enter}')
    await waitFor(() => expect(lastAsked()).toEqual({ max: '1204.1' }))
    await user.clear(most)
    await user.type(most, '1,204{Enter}')
    // Counts as no filter, but stays as typed.
    await waitFor(() => expect(router.state.location.href).toBe('/admin/bets'))
    expect([most.value, most.getAttribute('aria-invalid')]).toEqual(['1,204', 'true'])
    expect(screen.getByText('An amount in euros, such as 20 or 20.50').role).toBe('alert')
    await user.keyboard('{Escape}')
    expect([most.value, most.getAttribute('aria-invalid')]).toEqual(['', null])
  })

  it('keep an invalid day as typed, instead of the valid one before', async () => {
    const { user, router } = await openBets('/admin/bets?from=2026-11-20')
    await screen.findByRole('button', { name: 'Calendar for From' })
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'From' })
    await user.clear(field)
    await user.type(field, 'some day{Enter}')
    await waitFor(() => expect(router.state.location.href).toBe('/admin/bets'))
    expect([field.value, field.getAttribute('aria-invalid')]).toEqual(['some day', 'true'])
  })

  it('announce how many rows a filter has, but not rows that arrive by themselves', async () => {
    const { user, client } = await openBets()
    await screen.findByText('+€20.00')
    const region = screen.getByRole('region', { name: 'All bets' })
    const told = () => within(region).getByRole('status').textContent
    expect(told()).toBe('')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Singles')
    await waitFor(() => expect(told()).toBe('3 rows'))
    serverState.bets = { bets: [], newer: null, older: null }
    await client.invalidateQueries()
    await screen.findByText('No bets match these filters.')
    expect(told()).toBe('3 rows')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Kind' }), 'Parlays')
    await waitFor(() => expect(told()).toBe('No rows'))
  })

  it('are refetched when bets change, but not when anything else does', async () => {
    const { client } = await openBets()
    await screen.findByText('+€20.00')
    const before = asked.length
    const push = (...changed: AuditKind[]) =>
      applyPushes(client, [{ kind: 'admin', topic: 'admin', changed, position: '1' }])
    push('people', 'money', 'play', 'offer', 'desk', 'prices')
    expect(client.isFetching()).toBe(0)
    push('bets')
    await waitFor(() => expect(asked).toHaveLength(before + 1))
  })

  it('are paged by key', async () => {
    serverState.bets = { ...serverState.bets, older: 'o.48211' }
    const { user, router } = await openBets()
    await user.click(await screen.findByRole('button', { name: 'Older' }))
    await waitFor(() => expect(lastAsked()).toEqual({ key: 'o.48211' }))
    expect(router.state.location.search).toEqual({ key: 'o.48211' })
    expect(isOff(screen.getByRole('button', { name: 'Newer' }))).toBe(true)
  })

  it('show the legs of a parlay below it', async () => {
    const leg = aBet().quote!
    serverState.bets.bets = [
      aDeskBet({ game: '2-Leg Parlay', is_parlay: true, quote: null, legs: [leg, { ...leg, eventId: 'x' }] }),
    ]
    const { user } = await openBets()
    const legs = await screen.findByRole('button', { name: '2 legs', expanded: false })
    expect(screen.getAllByRole('row')).toHaveLength(2)
    await user.click(legs)
    expect(screen.getAllByRole('row')).toHaveLength(3)
    expect(within(screen.getAllByRole('row')[2]!).getAllByRole('listitem')).toHaveLength(2)
  })

  it('have a text if none match, and a button that clears the filters', async () => {
    serverState.bets = { bets: [], newer: null, older: null }
    const { user, router } = await openBets(`/admin/bets?event=${'b'.repeat(32)}`)
    expect(await screen.findByText('No bets match these filters.')).toBeShown()
    await user.click(screen.getByRole('button', { name: 'Remove the filter One event' }))
    await waitFor(() => expect(router.state.location.href).toBe('/admin/bets'))
    expect(await screen.findByText('No bets yet.')).toBeShown()
  })

  it('are exported with the filters shown, and report a failure', async () => {
    const files: string[] = []
    server.use(
      http.get('/api/admin/bets', ({ request }) => {
        const { search } = new URL(request.url)
        if (!search.includes('format=csv')) return undefined
        files.push(search)
        return HttpResponse.json({ error: '', code: 'unavailable' }, { status: 503 })
      }),
    )
    const { user } = await openBets('/admin/bets?status=lost&size=50&key=o.5')
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    expect(await screen.findByText('❌ Error: Failed to export')).toBeShown()
    expect(files).toEqual(['?status=lost&format=csv'])
  })

  it('announce to screen readers that they were exported', async () => {
    // A real click would make the page of the tests navigate to the file, and break the tests after it.
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    server.use(
      http.get('/api/admin/bets', ({ request }) =>
        new URL(request.url).search.includes('format=csv') ? HttpResponse.text('Bet') : undefined,
      ),
    )
    const { user } = await openBets('/admin/bets')
    const said = () => screen.getAllByRole('status').map(({ textContent }) => textContent)
    await screen.findByRole('button', { name: 'Export CSV' })
    expect(said()).not.toContain('bets.csv saved')
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(said()).toContain('bets.csv saved'))
    expect(click).toHaveBeenCalledOnce()
    click.mockRestore()
  })
})
