// Addresses of leagues and sports that do not exist, or that are hidden.
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setClock } from '#ui/lib/time/business-clock.ts'
import { SlipProvider } from '#ui/model/slip/slip-provider.tsx'
import { NOW } from '#ui/testing/factories.ts'
import { renderPage } from '#ui/testing/render.tsx'
import { server } from '#ui/testing/server.ts'
import { LeaguePage } from './league-page.tsx'
import { LeaguesPage } from './leagues-page.tsx'

const LEAGUE = { key: 'soccer_epl', title: 'EPL', country: 'GB-ENG' }
const SPORT = { key: 'soccer', title: 'Football', description: '', leagues: [LEAGUE] }
const wrap = { wrap: (children: React.ReactNode) => <SlipProvider>{children}</SlipProvider> }

let asked = 0
beforeEach(() => {
  asked = 0
  setClock({ now: NOW, speed: 1 })
  server.use(
    http.get('*/api/sports', () => HttpResponse.json([SPORT])),
    http.get('*/api/sports/:sportKey', () => {
      asked += 1
      return HttpResponse.json({ error: 'Sport not found', code: 'sport_missing' }, { status: 404 })
    }),
  )
})
afterEach(() => vi.useRealTimers())

describe('a page of something that does not exist', () => {
  it('says once that there is no such league, links home, and does not ask again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await renderPage(<LeaguePage leagueKey="zzz" when={null} onWhen={() => {}} />, wrap)
    expect(await screen.findByRole('heading', { level: 1, name: 'League not found' })).toBeShown()
    expect(screen.getAllByText('League not found')).toHaveLength(2)
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByText(/zzz/)).toBeNull()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    expect(screen.getByRole('link', { name: /home/i }).getAttribute('href')).toBe('/')
    expect(asked).toBe(1)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(asked).toBe(1)
  })

  it('says that there is no such sport', async () => {
    await renderPage(<LeaguesPage sportKey="zzz" region={null} onRegion={() => {}} />, wrap)
    expect(await screen.findByRole('heading', { level: 1, name: 'Sport not found' })).toBeShown()
    expect(screen.queryByText(/zzz/)).toBeNull()
    expect(screen.getByRole('link', { name: /home/i }).getAttribute('href')).toBe('/')
  })

  it('says that a sport of the filter bar has no leagues', async () => {
    const { container } = await renderPage(<LeaguesPage sportKey="golf" region={null} onRegion={() => {}} />, wrap)
    expect(await within(container).findByText('No leagues available for Golf at the moment.')).toBeShown()
  })
})
