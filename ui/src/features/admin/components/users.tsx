// The bettors, ten a page; one of them opened is in customer.tsx.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Money } from '#ui/components/money.tsx'
import { EmptyNotice, QueryState } from '#ui/components/query-state.tsx'
import { Badge } from '#ui/components/ui/badge.tsx'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { messages } from '#ui/lib/messages.ts'
import { formatDate } from '#ui/lib/time/business-clock.ts'
import { type AdminUser, listQuery, type UserStatistics } from '../api/dashboard.ts'
import { Customer } from './customer/customer.tsx'
import { Pager, pagesOf } from './pager.tsx'

export interface UsersProps {
  page: number
  onPage: (page: number) => void
  /** The id of the user who is opened. */
  selected: string | null
  onSelect: (id: string | null) => void
}

export function Users({ page, onPage, selected, onSelect }: UsersProps) {
  const query = useQuery(listQuery('users', page))
  // Who was opened or left here last: the focus goes along.
  const lastTouched = useRef<string | null>(null)
  const select = (id: string | null) => {
    lastTouched.current = id ?? selected
    onSelect(id)
  }
  return (
    <QueryState
      query={query}
      loading={messages.admin.loading}
      skeleton={<CardSkeletons />}
      isEmpty={(data) => data.totalUsers === 0}
      empty={
        <div className="p-4">
          <EmptyNotice hint="Create the first one above.">No users yet.</EmptyNotice>
        </div>
      }
    >
      {(data) => {
        const user = data.users.find((candidate) => candidate.id === selected)
        const statistics = (username: string) => data.userStats.find((one) => one.username === username)
        if (user !== undefined) {
          return (
            <Customer
              key={user.id}
              user={user}
              statistics={statistics(user.username)}
              float={data.currentAdminBalance}
              takeFocus={lastTouched.current === user.id}
              onBack={() => select(null)}
            />
          )
        }
        return (
          <>
            <ul className="grid gap-3 p-4 sm:grid-cols-2">
              {data.users.map((one) => (
                <li key={one.id}>
                  <UserCard
                    user={one}
                    statistics={statistics(one.username)}
                    takeFocus={lastTouched.current === one.id}
                    onOpen={() => select(one.id)}
                  />
                </li>
              ))}
            </ul>
            <Pager label="Users" page={page} pages={pagesOf(data.totalUsers, data.pageSize)} onPage={onPage} />
          </>
        )
      }}
    </QueryState>
  )
}

interface UserCardProps {
  user: AdminUser
  statistics: UserStatistics | undefined
  takeFocus: boolean
  onOpen: () => void
}

function UserCard({ user, statistics, takeFocus, onOpen }: UserCardProps) {
  const card = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the list appears
  useEffect(() => {
    if (takeFocus) card.current?.focus()
  }, [])
  return (
    <button
      ref={card}
      type="button"
      onClick={onOpen}
      className="flex w-full flex-col gap-2 rounded-control border border-border bg-inset p-3.5 text-left transition-colors hover:border-strong hover:bg-raised"
    >
      <span className="flex w-full items-center justify-between gap-3">
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-semibold text-body">{user.username}</span>
          {user.is_blocked && <Badge tone="lost">Blocked</Badge>}
        </span>
        <Money amount={user.balance} className="font-semibold text-body" />
      </span>
      <span className="flex w-full flex-wrap justify-between gap-x-4 text-muted text-second">
        <span>
          Created {formatDate(user.created_at)} by {user.admin_creator ?? messages.admin.system}
        </span>
        <span>{statistics?.totalBets ?? 0} bets</span>
      </span>
    </button>
  )
}

function CardSkeletons() {
  return (
    <div className="grid gap-3 p-4 pt-10 sm:grid-cols-2">
      {[1, 2, 3, 4].map((key) => (
        <Skeleton key={key} className="h-[4.75rem] rounded-control" />
      ))}
    </div>
  )
}
