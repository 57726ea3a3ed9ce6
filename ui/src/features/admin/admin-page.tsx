// Exports: `AdminPage` (/admin) with its `adminSearch` for the route in search.ts. Loaded only for admins.
import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useState } from 'react'
import { ErrorNotice, LoadingText } from '#ui/components/query-state.tsx'
import { Count } from '#ui/components/ui/badge.tsx'
import { Collapsible } from '#ui/components/ui/collapsible.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { errorText } from '#ui/lib/http/request.ts'
import { useStreamTopic } from '#ui/lib/live/live-updates.tsx'
import { messages } from '#ui/lib/messages.ts'
import { overviewQuery } from './api/dashboard.ts'
import { AddAdmin } from './components/accounts/add-admin.tsx'
import { CreateUser } from './components/accounts/create-user.tsx'
import { AllBets } from './components/all-bets.tsx'
import { PanelCard, Summary } from './components/overview.tsx'
import { AdminTopBar } from './components/top-bar.tsx'
import { Users } from './components/users.tsx'
import { bringUp } from './model/scroll-to-section.ts'
import type { AdminSearch, Section } from './model/search.ts'

export interface AdminPageProps {
  search: AdminSearch
  onSearch: (search: AdminSearch) => void
}

const titles: Record<Section, string> = {
  summary: 'Summary Overview',
  'create-user': 'Create New User',
  users: 'Users',
  bets: 'Bets',
  admins: 'Admin Management',
}
const sections = Object.keys(titles) as Section[]

export function AdminPage({ search, onSearch }: AdminPageProps) {
  useStreamTopic('admin')
  const client = useQueryClient()
  const overview = useQuery(overviewQuery())
  const busy = useIsFetching({ queryKey: ['admin'] }) > 0
  const { open, setOpen } = useSections(search.section)
  const { data } = overview
  const show = (section: Section) => {
    setOpen(section, true)
    if (search.section === section) bringUp(section)
    else onSearch({ ...search, section })
  }
  return (
    <>
      <AdminTopBar />
      <div className="mx-auto grid max-w-[90rem] gap-6 px-4 py-6 md:px-6 lg:grid-cols-[12.5rem_minmax(0,1fr)]">
        <SideNav current={search.section ?? 'summary'} onShow={show} />
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
          <PanelCard dashboard={data} busy={busy} onReload={() => client.invalidateQueries({ queryKey: ['admin'] })} />
          <Fold section="summary" open={open} setOpen={setOpen}>
            <Summary dashboard={data} />
          </Fold>
          <Fold section="create-user" open={open} setOpen={setOpen}>
            <CreateUser onCancel={() => setOpen('create-user', false)} />
          </Fold>
          <Fold section="users" open={open} setOpen={setOpen} count={data?.totalUsers}>
            <Users
              page={search.users ?? 1}
              onPage={(users) => onSearch({ ...search, section: 'users', users })}
              selected={search.user ?? null}
              onSelect={(id) => onSearch(withUser(search, id))}
            />
          </Fold>
          <Fold section="bets" open={open} setOpen={setOpen} count={data?.totalBets}>
            <AllBets page={search.bets ?? 1} onPage={(bets) => onSearch({ ...search, section: 'bets', bets })} />
          </Fold>
          <Fold section="admins" open={open} setOpen={setOpen}>
            <AddAdmin />
          </Fold>
        </main>
      </div>
    </>
  )
}

const withUser = ({ user: _, ...search }: AdminSearch, id: string | null): AdminSearch => ({
  ...search,
  section: 'users',
  ...(id === null ? {} : { user: id }),
})

/** Which sections are unfolded: the summary, and what the address names. */
function useSections(named: Section | undefined) {
  const [open, setAll] = useState<ReadonlySet<Section>>(new Set<Section>(['summary', ...(named ? [named] : [])]))
  const setOpen = (section: Section, unfolded: boolean) =>
    setAll((before) => {
      const next = new Set(before)
      if (unfolded) next.add(section)
      else next.delete(section)
      return next
    })
  useEffect(() => {
    if (named === undefined) return
    setAll((before) => (before.has(named) ? before : new Set([...before, named])))
    return bringUp(named)
  }, [named])
  return { open, setOpen }
}

interface FoldProps {
  section: Section
  open: ReadonlySet<Section>
  setOpen: (section: Section, open: boolean) => void
  count?: number | undefined
  children: ReactNode
}

function Fold({ section, open, setOpen, count, children }: FoldProps) {
  return (
    <div id={section}>
      <Collapsible
        title={titles[section]}
        aside={count === undefined ? undefined : <Count value={count} />}
        open={open.has(section)}
        onOpenChange={(next) => setOpen(section, next)}
      >
        {children}
      </Collapsible>
    </div>
  )
}

function SideNav({ current, onShow }: { current: Section; onShow: (section: Section) => void }) {
  return (
    <nav aria-label="Sections" className="hidden self-start lg:sticky lg:top-20 lg:block">
      <ul className="flex flex-col gap-1">
        {sections.map((section) => (
          <li key={section}>
            <button
              type="button"
              aria-current={section === current ? 'true' : undefined}
              onClick={() => onShow(section)}
              className={clsx(
                'flex h-10 w-full items-center rounded-control px-3 text-left font-medium text-body transition-colors hover:text-text',
                section === current ? 'bg-raised text-text' : 'text-muted',
              )}
            >
              {titles[section]}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
