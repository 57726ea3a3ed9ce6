// The specification's sections, folded up on one page but for the summary. What a section shows is loaded when it is opened.
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { Dashboard } from '#services/contract/contract.ts'
import { LoadingText } from '#ui/components/query-state.tsx'
import { Count } from '#ui/components/ui/badge.tsx'
import { buttonStyle } from '#ui/components/ui/button.tsx'
import { Collapsible } from '#ui/components/ui/collapsible.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import type { BetsSearch, RequestsSearch } from '../../model/section-searches.ts'
import { type SectionName, sectionNamed } from '../../model/sections.ts'
import { useLocalSearch } from '../../model/use-desk-search.ts'
import { useSectionCounts } from '../../model/use-section-counts.ts'
import type { UsersSearch } from '../../model/users-search.ts'
import { ForWriters } from '../desk/for-writers.tsx'
import { Summary } from '../overview/summary.tsx'

const CreateUser = lazy(() => import('../accounts/create-user.tsx').then((m) => ({ default: m.CreateUser })))
const Admins = lazy(() => import('../accounts/admins.tsx').then((m) => ({ default: m.Admins })))
const Games = lazy(() => import('../offer/games-of-the-day.tsx').then((m) => ({ default: m.GamesOfTheDayEditor })))
const Blacklist = lazy(() => import('../offer/league-blacklist.tsx').then((m) => ({ default: m.LeagueBlacklist })))
const Users = lazy(() => import('../users/users.tsx').then((m) => ({ default: m.Users })))
const Bets = lazy(() => import('../bets/bets.tsx').then((m) => ({ default: m.Bets })))
const Requests = lazy(() => import('../requests/request-queue.tsx').then((m) => ({ default: m.RequestQueue })))

/** `dashboard` undefined: not loaded yet. */
export function FoldedSections({ dashboard }: { dashboard: Dashboard | undefined }) {
  const [isCreating, setCreating] = useState(false)
  const counts = useSectionCounts()
  return (
    <>
      <Folded section="overview" isOpenAtFirst>
        <div className="p-3">
          <Summary dashboard={dashboard} />
        </div>
      </Folded>
      <ForWriters>
        <Folded section="create-user" open={isCreating} onOpenChange={setCreating}>
          <CreateUser onCancel={() => setCreating(false)} />
        </Folded>
      </ForWriters>
      <Folded section="games-of-the-day">
        <Games />
      </Folded>
      <Folded section="users" count={dashboard?.totalUsers}>
        <FoldedUsers />
      </Folded>
      <Folded section="requests" count={counts.requests}>
        <FoldedRequests />
      </Folded>
      <Folded section="bets" count={dashboard?.totalBets}>
        <FoldedBets />
      </Folded>
      <Folded section="league-blacklist">
        <Blacklist />
      </Folded>
      <Folded section="admins">
        <Admins />
      </Folded>
    </>
  )
}

const FoldedUsers = () => <Users {...useLocalSearch<UsersSearch>()} />
const FoldedBets = () => <Bets {...useLocalSearch<BetsSearch>()} />
const FoldedRequests = () => <Requests {...useLocalSearch<RequestsSearch>()} />

type FoldedProps = {
  section: SectionName
  count?: number | undefined
  isOpenAtFirst?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

function Folded({ section, count, isOpenAtFirst = false, open, onOpenChange, children }: FoldedProps) {
  const { title, to } = sectionNamed(section)
  const controlled = open === undefined ? { defaultOpen: isOpenAtFirst } : { open }
  return (
    <Collapsible
      title={title}
      aside={count === undefined ? undefined : <Count value={count} />}
      action={
        <Link to={to} className={buttonStyle({ variant: 'ghost', size: 'sm', className: 'mr-1' })}>
          {desk.open}
          <span className="sr-only"> {title}</span>
        </Link>
      }
      {...controlled}
      {...(onOpenChange ? { onOpenChange } : {})}
    >
      <Suspense
        fallback={
          <div className="p-4">
            <LoadingText>{admin.loading}</LoadingText>
          </div>
        }
      >
        {children}
      </Suspense>
    </Collapsible>
  )
}
