import { screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { marketName } from '#domain/settlement/market-names.ts'
import { ADDITIONAL_MARKETS, FEATURED_MARKETS } from '#services/odds/quotes/offered-markets.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { RulesPage } from './rules-page.tsx'

it('has an address for every offered market', async () => {
  await renderPage(<RulesPage />)
  for (const key of [...FEATURED_MARKETS, ...ADDITIONAL_MARKETS])
    expect(document.getElementById(key)?.closest('section')?.textContent, key).toContain(marketName(key))
})

it('scrolls to the market in the address, by any of its keys', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView')
  try {
    await renderPage(<RulesPage />, { path: '/rules#alternate_totals' })
    const section = await screen.findByRole('region', { name: 'Over/Under Total' })
    expect(scroll.mock.contexts).toContain(section)
    expect(document.activeElement).toBe(within(section).getByRole('heading'))
    expect(within(section).getByRole('row', { name: 'Over 2.75 2 - 1 Half won' })).toBeShown()
  } finally {
    scroll.mockRestore()
  }
})
