import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { messages } from '#ui/lib/messages.ts'
import { listQuery } from '../../api/dashboard.ts'
import { Customer } from '../customer/customer.tsx'
import { Pager, pageCount } from '../pager.tsx'
import { UserCard } from './user-card.tsx'

interface UsersProps {
  page: number
  onPage: (page: number) => void
  /** The id of the opened user. */
  selected: string | null
  onSelect: (id: string | null) => void
}

/** The bettors in pages, or the one who is opened. */
export function Users({ page, onPage, selected, onSelect }: UsersProps) {
  const query = useQuery(listQuery('users', page))
  // The user opened or closed last: the focus follows.
  const lastSelected = useRef<string | null>(null)
  const select = (id: string | null) => {
    lastSelected.current = id ?? selected
    onSelect(id)
  }
  return (
    <QueryState
      query={query}
      loading={messages.admin.loading}
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
      {({ users, userStats, totalUsers, pageSize, currentAdminBalance }) => {
        const user = users.find((candidate) => candidate.id === selected)
        const findStatistics = (username: string) => userStats.find((candidate) => candidate.username === username)
        if (user !== undefined) {
          return (
            <Customer
              key={user.id}
              user={user}
              statistics={findStatistics(user.username)}
              float={currentAdminBalance}
              autoFocus={lastSelected.current === user.id}
              onBack={() => select(null)}
            />
          )
        }
        return (
          <>
            <ul className="grid gap-3 p-4 sm:grid-cols-2">
              {users.map((listed) => (
                <li key={listed.id}>
                  <UserCard
                    user={listed}
                    betCount={findStatistics(listed.username)?.totalBets ?? 0}
                    autoFocus={lastSelected.current === listed.id}
                    onOpen={() => select(listed.id)}
                  />
                </li>
              ))}
            </ul>
            <Pager label="Users" page={page} pages={pageCount(totalUsers, pageSize)} onPage={onPage} />
          </>
        )
      }}
    </QueryState>
  )
}
