// The specification's sections on one page, folded except for the summary. A section's content loads when it is opened.
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import type { Dashboard } from '#services/contract/contract.ts'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { LoadingText } from '#ui/components/query-state.tsx'
import { Count } from '#ui/components/ui/badge.tsx'
import { buttonStyle } from '#ui/components/ui/button.tsx'
import { Collapsible } from '#ui/components/ui/collapsible.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import type { BetsSearch, RequestsSearch } from '../../model/section-searches.ts'
import { type SectionName, sectionNamed } from '../../model/sections.ts'
import type { DeskSearch } from '../../model/use-desk-search.ts'
import { useSectionCounts } from '../../model/use-section-counts.ts'
import type { UsersSearch } from '../../model/users-search.ts'
import { ForWriters } from '../desk/for-writers.tsx'
import { Summary } from '../overview/summary.tsx'

/** The code of the sections' content. */
const parts = {
  createUser: () => import('../accounts/create-user.tsx').then((m) => ({ default: m.CreateUser })),
  games: () => import('../offer/games-of-the-day.tsx').then((m) => ({ default: m.GamesOfTheDayEditor })),
  users: () => import('../users/users.tsx').then((m) => ({ default: m.Users })),
  requests: () => import('../requests/request-queue.tsx').then((m) => ({ default: m.RequestQueue })),
  bets: () => import('../bets/bets.tsx').then((m) => ({ default: m.Bets })),
  blacklist: () => import('../offer/league-blacklist.tsx').then((m) => ({ default: m.LeagueBlacklist })),
  admins: () => import('../accounts/admins.tsx').then((m) => ({ default: m.Admins })),
}

const CreateUser = lazyPart(parts.createUser)
const Games = lazyPart(parts.games)
const Users = lazyPart(parts.users)
const Requests = lazyPart(parts.requests)
const Bets = lazyPart(parts.bets)
const Blacklist = lazyPart(parts.blacklist)
const Admins = lazyPart(parts.admins)

/** `dashboard` undefined: not loaded yet, or, with `isUnknown`, it could not be loaded. */
export function FoldedSections(props: { dashboard: Dashboard | undefined; isUnknown: boolean }) {
  const { dashboard, isUnknown } = props
  const [isCreating, setCreating] = useState(false)
  const counts = useSectionCounts()
  return (
    <>
      <Folded section="overview" isOpenAtFirst>
        <div className="p-3">
          {isUnknown ? <p className="text-muted text-second">{admin.noFigures}</p> : <Summary dashboard={dashboard} />}
        </div>
      </Folded>
      <ForWriters>
        <Folded section="create-user" load={parts.createUser} open={isCreating} onOpenChange={setCreating}>
          <CreateUser onCancel={() => setCreating(false)} />
        </Folded>
      </ForWriters>
      <Folded section="games-of-the-day" load={parts.games}>
        <Games />
      </Folded>
      <Folded section="users" load={parts.users} count={dashboard?.totalUsers}>
        <FoldedUsers />
      </Folded>
      <Folded section="requests" load={parts.requests} count={counts.requests}>
        <FoldedRequests />
      </Folded>
      <Folded section="bets" load={parts.bets} count={dashboard?.totalBets}>
        <FoldedBets />
      </Folded>
      <Folded section="league-blacklist" load={parts.blacklist}>
        <Blacklist />
      </Folded>
      <Folded section="admins" load={parts.admins}>
        <Admins />
      </Folded>
    </>
  )
}

const FoldedUsers = () => <Users {...useLocalSearch<UsersSearch>()} />
const FoldedBets = () => <Bets {...useLocalSearch<BetsSearch>()} />
const FoldedRequests = () => <Requests {...useLocalSearch<RequestsSearch>()} />

/** The filters of a section that is expanded beside others: the address belongs to none of them. */
function useLocalSearch<Search extends object>(): DeskSearch<Partial<Search>> {
  const [search, setSearch] = useState<Partial<Search>>({})
  return { search, onSearch: (next) => setSearch(next) }
}

type FoldedProps = {
  section: SectionName
  /** Loads the section's code: called as soon as the pointer reaches it, so that it is there when it opens. */
  load?: () => unknown
  count?: number | undefined
  isOpenAtFirst?: boolean
  open?: boolean
  onOpenChange?: (open: boolean) => void
  children: ReactNode
}

function Folded({ section, load, count, isOpenAtFirst = false, open, onOpenChange, children }: FoldedProps) {
  const { title, to } = sectionNamed(section)
  const controlled = open === undefined ? { defaultOpen: isOpenAtFirst } : { open }
  return (
    <Collapsible
      title={title}
      onApproach={load}
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
