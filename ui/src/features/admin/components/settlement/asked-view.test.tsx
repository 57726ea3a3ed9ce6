import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import { open, sent } from '../../testing/admin.harness.tsx'
import {
  anAsk,
  aPreview,
  desk,
  EVENT,
  openEvent,
  previews,
  REQUEST,
  resetDesk,
  serveDesk,
} from '../../testing/settlement-desk.harness.tsx'
import { SettlementPage } from './settlement-page.tsx'

beforeEach(resetDesk)

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
