import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPage } from '#ui/testing/render.tsx'
import { PrivacyPage } from './privacy-page.tsx'
import { ResponsibleGamblingPage } from './responsible-gambling-page.tsx'
import { TermsPage } from './terms-page.tsx'

it.each([
  ['Terms & Conditions', TermsPage],
  ['Privacy Policy', PrivacyPage],
  ['Responsible Gambling', ResponsibleGamblingPage],
])('%s says who may take part', async (title, Page) => {
  await renderPage(<Page />)
  expect(screen.getByRole('heading', { level: 1, name: title })).toBeShown()
  expect(document.body.textContent).toContain('18')
})

it('the terms link to the rules by which bets are settled', async () => {
  await renderPage(<TermsPage />)
  expect(screen.getByRole('link', { name: 'house rules' }).getAttribute('href')).toBe('/rules')
})
