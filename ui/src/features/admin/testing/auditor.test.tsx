// The back office as auditors see it: all of it, and nothing to change anything with.
import { screen, within } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { server } from '#ui/testing/server.ts'
import { AdminsPage } from '../components/accounts/admins.tsx'
import { CreateUserPage } from '../components/accounts/create-user.tsx'
import { ApprovalsPage } from '../components/approvals/approvals.tsx'
import { OwnFloatPage } from '../components/float/own-float-page.tsx'
import { DeskTopBar } from '../components/frame/top-bar.tsx'
import { DeskHome } from '../components/home/desk-home.tsx'
import { GamesOfTheDayPage } from '../components/offer/games-of-the-day.tsx'
import { LeagueBlacklistPage } from '../components/offer/league-blacklist.tsx'
import { OverviewPage } from '../components/overview/overview-page.tsx'
import { RequestsPage } from '../components/requests/request-queue.tsx'
import { RulesPage } from '../components/rules/rules-page.tsx'
import { SettlementPage } from '../components/settlement/settlement-page.tsx'
import { UsersPage } from '../components/users/users.tsx'
import { sectionGroups } from '../model/sections.ts'
import { anAdmin, open, resetServer, sent, serverState } from './admin.harness.tsx'

const ADA = 'a'.repeat(32)
const EVENT = 'e'.repeat(32)
const rules = {
  mayChangeSettings: false,
  settings: [{ setting: 'max-payout', unit: 'euros', value: 10_000, min: 1, max: null, words: null }],
  stops: [{ eventId: null, event: null, market: null, at: '2026-11-20T14:00:00.000Z', by: 'root', reason: 'a storm' }],
  changes: [],
}
const event = {
  ...{
    eventId: EVENT,
    home_team: 'Home',
    away_team: 'Away',
    commence_time: '2026-11-20T14:00:00.000Z',
    state: 'result',
  },
  ...{ score: { home: 1, away: 0 }, regulation: null, voided: [], complete: true, live: null, actions: [] },
  selections: [],
  bets: [
    {
      ...{ id: 'b'.repeat(32), username: 'ada', market: 'h2h', selection: 'Home', point: null, parlay: false },
      ...{ stake: 10, odds: 2, status: 'won', returned: 20, actions: [] },
    },
  ],
}

beforeEach(() => {
  resetServer()
  serverState.admins = {
    adminUsers: [anAdmin('root', { role: 'super-admin' }), anAdmin('desk-two'), anAdmin('vera', { role: 'auditor' })],
    superAdmins: ['root'],
  }
  Object.assign(serverState.customer, { role: 'auditor', mayChangePassword: false })
  serverState.approvals.decides = false
  serverState.approvals.waiting.push({
    ...{ id: 'd', username: 'desk-two', requestedBy: 'root', requestedAt: '2026-11-20T14:00:00.000Z' },
    ...{ amount: 500, balance: '0.00', reason: null },
  })
  server.use(
    http.get('/api/admin/rules', () => HttpResponse.json(rules)),
    http.get('/api/admin/settlement/events/:id', () => HttpResponse.json(event)),
    http.get('/api/admin/settlement/events', () => HttpResponse.json({ events: [] })),
  )
})

/** `shows`: a text by which to tell that the page has loaded. */
const PAGES: readonly (readonly [string, () => ReactNode, path: string, shows: string])[] = [
  ['the home page', () => <DeskHome />, '/admin', 'House Profit'],
  ['a customer', () => <UsersPage />, `/admin/users?user=${ADA}`, 'Edit Customer'],
  ['a customer’s details', () => <UsersPage />, `/admin/users?user=${ADA}&tab=details`, 'Called about a pay-out'],
  ['Admin Management', () => <AdminsPage />, '/admin/admins', 'vera'],
  ['Approvals', () => <ApprovalsPage />, '/admin/approvals', 'desk-two'],
  ['Settlement', () => <SettlementPage />, `/admin/settlement?event=${EVENT}`, 'Home vs Away'],
  ['Settings and stops', () => <RulesPage />, '/admin/settings', 'Largest payout of one bet'],
  ['Requests', () => <RequestsPage />, '/admin/requests', 'Requests'],
  ['Games of the Day', () => <GamesOfTheDayPage />, '/admin/games-of-the-day', 'Games of the Day'],
  ['League Blacklist', () => <LeagueBlacklistPage />, '/admin/league-blacklist', 'EPL'],
]

describe('an auditor', () => {
  it.each(PAGES)('has nothing on %s that changes anything', async (_, page, path, shows) => {
    const { user } = await open(page(), path, { asAuditor: true })
    expect((await screen.findAllByText(new RegExp(shows))).length).toBeGreaterThan(0)
    // Not even a text field, except for filters of lists.
    expect(screen.queryAllByRole('form')).toEqual([])
    const names = screen.getAllByRole('button').map((button) => button.textContent)
    for (const name of names) {
      const button = screen.queryAllByRole('button').find(({ textContent }) => textContent === name)
      if (button === undefined || name === 'Back to users' || /CSV/.test(name ?? '')) continue
      await user.click(button)
      expect([name, screen.queryByRole('alertdialog'), sent]).toEqual([name, null, []])
    }
  })

  it('has no form to create a user at its address', async () => {
    await open(<CreateUserPage />, '/admin/create-user', { asAuditor: true })
    expect(screen.getByText('Only for admins who can make changes.')).toBeShown()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('has no float to export at the address of one', async () => {
    await open(<OwnFloatPage />, '/admin/own-float', { asAuditor: true })
    expect(screen.getByText('Only for admins who can make changes.')).toBeShown()
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Reload'])
  })

  it('sees no float, and no hints about saving', async () => {
    const { unmount } = await open(<OverviewPage />, '/admin/overview', { asAuditor: true })
    expect(await screen.findByText('User Balance')).toBeShown()
    expect(screen.queryByText('Admin Balance')).toBeNull()
    unmount()
    await open(<GamesOfTheDayPage />, '/admin/games-of-the-day', { asAuditor: true })
    expect(screen.queryByText(/saving replaces/)).toBeNull()
    expect(screen.getByText('Load the saved list to see it.')).toBeShown()
  })

  it('is told on every page that it is read only', async () => {
    await open(
      <>
        <DeskTopBar />
        <DeskHome />
      </>,
      '/admin',
      { asAuditor: true },
    )
    expect(within(screen.getByRole('banner')).getByText('Read only')).toBeShown()
    expect(screen.queryByText('Admin Balance')).toBeNull()
  })

  it('has the sections except for forms and the admin’s own float', () => {
    const names = (readsOnly: boolean) => sectionGroups(readsOnly).flatMap(([, group]) => group.map(({ name }) => name))
    expect(names(false).filter((name) => !names(true).includes(name))).toEqual(['create-user', 'own-float'])
  })
})
