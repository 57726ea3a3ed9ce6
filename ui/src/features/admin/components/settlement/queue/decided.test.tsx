import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { open } from '../../../testing/admin.harness.tsx'
import { AT, desk, EVENT, resetDesk } from '../../../testing/settlement-desk.harness.tsx'
import { FRESH } from '../../desk/table/table-props.ts'
import { SettlementPage } from '../settlement-page.tsx'

beforeEach(resetDesk)

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
