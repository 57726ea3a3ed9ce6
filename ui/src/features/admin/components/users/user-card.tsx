import { useRef } from 'react'
import { Money } from '#ui/components/money.tsx'
import { Badge } from '#ui/components/ui/badge.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { formatDate } from '#ui/lib/time/format.ts'
import type { AdminUser } from '../../api/dashboard.ts'
import { useInitialFocus } from '../../model/use-initial-focus.ts'

interface UserCardProps {
  user: AdminUser
  betCount: number
  autoFocus: boolean
  onOpen: () => void
}

export function UserCard({ user, betCount, autoFocus, onOpen }: UserCardProps) {
  const card = useRef<HTMLButtonElement>(null)
  useInitialFocus(card, autoFocus)
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
          Created {formatDate(user.created_at)} by {user.admin_creator ?? admin.system}
        </span>
        <span>{betCount} bets</span>
      </span>
    </button>
  )
}
