import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { open, resetServer } from '../../testing/admin.harness.tsx'
import { BetsPage } from './bets.tsx'

beforeEach(resetServer)

it("lists all bets with the house's profit on each", async () => {
  await open(<BetsPage />, '/admin/bets')
  await screen.findByText('+€20.00')
  const rows = screen.getAllByRole('row')
  expect(rows.slice(1).map((row) => within(row).getAllByRole('cell').at(-1)?.textContent)).toEqual([
    'open',
    '−€22.00',
    '+€20.00',
  ])
})
