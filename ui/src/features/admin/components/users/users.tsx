import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { listQuery } from '../../api/dashboard.ts'
import { type UsersSearch, usersSearch } from '../../model/section-searches.ts'
import { type DeskSearch, useDeskSearch } from '../../model/use-desk-search.ts'
import { useLastKnown } from '../../model/use-last-known.ts'
import { Customer } from '../customer/customer.tsx'
import { DeskCard, DeskPage } from '../desk/desk-page.tsx'
import { Pager, pageCount } from '../desk/pager.tsx'
import { UserCard } from './user-card.tsx'

export function UsersPage() {
  return (
    <DeskPage section="users">
      <DeskCard>
        <Users {...useDeskSearch(usersSearch)} />
      </DeskCard>
    </DeskPage>
  )
}

/** The bettors in pages, or the one who is opened, who stays whatever happens to the list. */
export function Users({ search, onSearch }: DeskSearch<Partial<UsersSearch>>) {
  const { page = 1, user: selected } = search
  const query = useQuery(listQuery('users', page))
  // The user opened or closed last: the focus follows.
  const lastSelected = useRef<string | undefined>(undefined)
  const select = (id: string | undefined) => {
    lastSelected.current = id ?? selected
    const { user: _, ...rest } = search
    onSearch(id === undefined ? rest : { ...rest, user: id })
  }
  const open = useLastKnown(
    query.data?.users.find(({ id }) => id === selected),
    ({ id }) => id === selected,
  )
  const statistics = useLastKnown(
    query.data?.userStats.find(({ username }) => username === open?.username),
    ({ username }) => username === open?.username,
  )
  if (open !== undefined && query.data !== undefined) {
    return (
      <Customer
        key={open.id}
        user={open}
        statistics={statistics}
        float={query.data.currentAdminBalance}
        isSuperAdmin={query.data.role === 'super-admin'}
        autoFocus={lastSelected.current === open.id}
        onBack={() => select(undefined)}
      />
    )
  }
  return (
    <QueryState
      query={query}
      loading={admin.loading}
      skeleton={
        <div className="grid gap-3 p-4 pt-10 sm:grid-cols-2">
          <Skeletons count={4} className="h-[4.75rem] rounded-control" />
        </div>
      }
      isEmpty={(data) => data.totalUsers === 0}
      empty={
        <div className="p-4">
          <EmptyNotice hint="Create the first one above.">No users yet.</EmptyNotice>
        </div>
      }
    >
      {({ users, userStats, totalUsers, pageSize }) => (
        <>
          <ul className="grid gap-3 p-4 sm:grid-cols-2">
            {users.map((listed) => (
              <li key={listed.id}>
                <UserCard
                  user={listed}
                  betCount={userStats.find(({ username }) => username === listed.username)?.totalBets ?? 0}
                  autoFocus={lastSelected.current === listed.id}
                  onOpen={() => select(listed.id)}
                />
              </li>
            ))}
          </ul>
          <Pager
            label="Users"
            page={page}
            pages={pageCount(totalUsers, pageSize)}
            onPage={(next) => onSearch({ ...search, page: next })}
          />
        </>
      )}
    </QueryState>
  )
}
