import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { ErrorNotice, LoadingText } from '#ui/components/query-state.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { useStreamTopic } from '#ui/lib/live/topics.ts'
import { messages } from '#ui/lib/messages.ts'
import { overviewQuery } from './api/dashboard.ts'
import { requestsQuery } from './api/requests.ts'
import { AddAdmin } from './components/accounts/add-admin.tsx'
import { CreateUser } from './components/accounts/create-user.tsx'
import { AdminSection } from './components/admin-section.tsx'
import { AllBets } from './components/all-bets.tsx'
import { GamesOfTheDayEditor } from './components/offer/games-of-the-day.tsx'
import { LeagueBlacklist } from './components/offer/league-blacklist.tsx'
import { PanelCard, Summary } from './components/overview.tsx'
import { RequestQueue } from './components/requests/request-queue.tsx'
import { SectionNav } from './components/section-nav.tsx'
import { AdminTopBar } from './components/top-bar.tsx'
import { Users } from './components/users/users.tsx'
import { scrollToSection } from './model/scroll-to-section.ts'
import { type AdminSearch, withUser } from './model/search.ts'
import type { Section } from './model/sections.ts'
import { useOpenSections } from './model/use-open-sections.ts'

interface AdminPageProps {
  search: AdminSearch
  onSearch: (search: AdminSearch) => void
}

/** The back office. */
export function AdminPage({ search, onSearch }: AdminPageProps) {
  useStreamTopic('admin')
  const client = useQueryClient()
  const overview = useQuery(overviewQuery())
  const requests = useQuery(requestsQuery('open', 1))
  const isFetching = useIsFetching({ queryKey: ['admin'] }) > 0
  const openSections = useOpenSections(search.section)
  const { data } = overview
  const showSection = (section: Section) => {
    openSections.setOpen(section, true)
    if (search.section === section) scrollToSection(section)
    else onSearch({ ...search, section })
  }
  return (
    <>
      <AdminTopBar />
      <div className="mx-auto grid max-w-[90rem] gap-6 px-4 py-6 md:px-6 lg:grid-cols-[12.5rem_minmax(0,1fr)]">
        <SectionNav current={search.section ?? 'summary'} onShow={showSection} />
        <main id="main" tabIndex={-1} className="flex min-w-0 flex-col gap-4">
          <PageTitle>{messages.admin.title}</PageTitle>
          {overview.error !== null && (
            <ErrorNotice
              message={errorText(overview.error)}
              busy={overview.isFetching}
              onRetry={() => overview.refetch()}
            />
          )}
          {overview.isPending && <LoadingText>{messages.admin.loading}</LoadingText>}
          <PanelCard
            dashboard={data}
            isFetching={isFetching}
            onReload={() => client.invalidateQueries({ queryKey: ['admin'] })}
          />
          <AdminSection section="summary" openSections={openSections}>
            <Summary dashboard={data} />
          </AdminSection>
          <AdminSection section="create-user" openSections={openSections}>
            <CreateUser onCancel={() => openSections.setOpen('create-user', false)} />
          </AdminSection>
          <AdminSection section="games-of-the-day" openSections={openSections}>
            <GamesOfTheDayEditor />
          </AdminSection>
          <AdminSection section="users" openSections={openSections} count={data?.totalUsers}>
            <Users
              page={search.users ?? 1}
              onPage={(users) => onSearch({ ...search, section: 'users', users })}
              selected={search.user ?? null}
              onSelect={(id) => onSearch(withUser(search, id))}
            />
          </AdminSection>
          <AdminSection section="requests" openSections={openSections} count={requests.data?.total}>
            <RequestQueue
              page={search.requests ?? 1}
              onPage={(page) => onSearch({ ...search, section: 'requests', requests: page })}
              onUser={(users, user) => {
                openSections.setOpen('users', true)
                onSearch({ ...search, section: 'users', users, user })
              }}
            />
          </AdminSection>
          <AdminSection section="bets" openSections={openSections} count={data?.totalBets}>
            <AllBets page={search.bets ?? 1} onPage={(bets) => onSearch({ ...search, section: 'bets', bets })} />
          </AdminSection>
          <AdminSection section="league-blacklist" openSections={openSections}>
            <LeagueBlacklist />
          </AdminSection>
          <AdminSection section="admins" openSections={openSections}>
            <AddAdmin />
          </AdminSection>
        </main>
      </div>
    </>
  )
}
