import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { formatDayTime, timeZoneName } from '#ui/lib/time/format.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { DisplayChoices } from './display-choices.tsx'

const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')

it('applies the chosen odds format at once and keeps it', async () => {
  const { user } = await renderPage(<DisplayChoices />)
  expect(pressed('Decimal 2.10')).toBe('true')
  await user.click(screen.getByRole('button', { name: 'Fractional 11/10' }))
  expect(pressed('Fractional 11/10')).toBe('true')
  expect(pressed('Decimal 2.10')).toBe('false')
  expect(formatOdds(2.5)).toBe('3/2')
  expect(localStorage.getItem('fairbook.odds-format')).toBe('fractional')
})

it("shows times in Europe/Paris, or in the browser's zone, with its name", async () => {
  const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const { user } = await renderPage(<DisplayChoices />)
  expect(formatDayTime('2026-11-21T15:00:00.000Z')).toBe('Sat 21 Nov 16:00')
  await user.click(screen.getByRole('button', { name: `This browser’s, ${browserZone}` }))
  expect(timeZoneName()).toBe(browserZone)
  const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23' })
  expect(formatDayTime('2026-11-21T15:00:00.000Z')).toContain(` ${hour.format(new Date('2026-11-21T15:00:00.000Z'))}:`)
})
