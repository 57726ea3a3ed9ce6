import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FloatDay, FloatLine } from '#services/contract/contract.ts'
import { server } from '#ui/testing/server.ts'
import { expectStatus, open, resetServer, sent, serve } from '../../testing/admin.harness.tsx'
import { OwnFloatPage } from './own-float-page.tsx'

const sums = { granted: 0, drawn: 0, 'given-back': 0, deposited: -300, withdrawn: 30, returned: 0 }
const aDay = (day: string, changes: Partial<FloatDay> = {}): FloatDay => ({
  day,
  opening: 1_000,
  sums,
  closing: 730,
  last: 48_205,
  closed: null,
  closable: true,
  ...changes,
})
const line: FloatLine = {
  id: '48205.0',
  number: 48_205,
  at: '2026-11-20T21:08:02.000Z',
  kind: 'withdrawn',
  what: [
    { text: 'desk-one paid ', strong: false },
    { text: '€30.00', strong: true },
    { text: ' out to ada', strong: false },
  ],
  reason: 'paid out in cash',
  amount: 30,
  balance: '730.00',
}

/** The query strings that were requested. */
let asked: string[]
let days: FloatDay[]
beforeEach(() => {
  resetServer()
  asked = []
  days = [aDay('2026-11-20'), aDay('2026-11-19', { closable: false, closed: { number: 48_100, at: line.at } })]
  server.use(
    http.get('/api/admin/float', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json({ lines: [line], next: '48205.0' })
    }),
    http.get('/api/admin/float/days', ({ request }) => {
      const day = new URL(request.url).searchParams.get('day')
      const shown = day === null ? days : days.filter((one) => one.day === day)
      return HttpResponse.json({ balance: '730.00', days: shown, next: null })
    }),
  )
})

const path = '/admin/own-float'
const statement = async () => within(await screen.findByRole('region', { name: 'Statement' }))
const ofDays = async () => within(await screen.findByRole('region', { name: 'The day’s close' }))

it('shows every line in words, with the balance after it', async () => {
  await open(<OwnFloatPage />, path)
  const lines = await statement()
  expect(await lines.findByText('€30.00')).toBeShown()
  for (const text of ['Withdrawal', 'paid out in cash', '€730.00', '#48,205']) expect(lines.getByText(text)).toBeShown()
})

it('requests the days in the address, and older lines by key', async () => {
  const { user } = await open(<OwnFloatPage />, `${path}?from=2026-11-18&to=2026-11-19`)
  await (await statement()).findByText('€30.00')
  expect(asked.at(-1)).toBe('?since=2026-11-17T23%3A00%3A00.000Z&until=2026-11-19T23%3A00%3A00.000Z')
  await user.click((await statement()).getByRole('button', { name: 'Older' }))
  await expect.poll(() => asked.at(-1)).toContain('before=48205.0')
})

it('shows for each day the opening balance, the sums and the closing balance', async () => {
  await open(<OwnFloatPage />, path)
  const table = await ofDays()
  expect(await table.findByText('Fri 20 Nov')).toBeShown()
  for (const text of ['€1,000.00', '€730.00']) expect(table.getAllByText(text).length).toBeGreaterThan(0)
  expect(table.getByText(/^Closed .*#48,100$/)).toBeShown()
  expect(table.queryByRole('button', { name: 'Close Thu 19 Nov' })).toBeNull()
})

describe('the close of a day', () => {
  it('asks for confirmation and a reason, with the opening and closing balance', async () => {
    serve(() => HttpResponse.json({ success: true, message: 'Day 2026-11-20 closed', position: '1' }))
    const { user } = await open(<OwnFloatPage />, path)
    await user.click(await screen.findByRole('button', { name: 'Close Fri 20 Nov' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Close Fri 20 Nov?' }))
    expect(dialog.getByText(/1,000\.00 →/)).toBeShown()
    await user.click(dialog.getByRole('button', { name: 'Close with €730.00' }))
    expect(await dialog.findByText('Please say why')).toBeShown()
    await user.type(dialog.getByLabelText('Reason'), 'counted')
    await user.click(dialog.getByRole('button', { name: 'Close with €730.00' }))
    await expectStatus('✅ Fri 20 Nov closed with €730.00')
    expect(sent.map(({ body }) => body)).toEqual([
      { action: 'closeDay', day: '2026-11-20', closing: 730, reason: 'counted' },
    ])
  })
  it('is refused if the figures have changed meanwhile', async () => {
    const error = 'The figures of this day have changed. Please look at them again.'
    serve(() => HttpResponse.json({ error, code: 'day_changed' }, { status: 409 }))
    const { user } = await open(<OwnFloatPage />, path)
    await user.click(await screen.findByRole('button', { name: 'Close Fri 20 Nov' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    await user.type(dialog.getByLabelText('Reason'), 'counted')
    await user.click(dialog.getByRole('button', { name: 'Close with €730.00' }))
    await expectStatus(`❌ Error: ${error}`)
  })
})
