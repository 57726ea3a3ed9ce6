import { useRef } from 'react'
import type { ListedUser } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { Badge } from '#ui/components/ui/badge.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { formatDate } from '#ui/lib/time/format.ts'
import { useInitialFocus } from '../../model/use-initial-focus.ts'
import type { Column } from '../desk/table/column.ts'

type Opening = {
  readonly onOpen: (id: string) => void
  /** Called when the pointer reaches one of them. */
  readonly onApproach: () => void
  /** The user who was open before, and gets the focus. */
  readonly focused: string | undefined
}

export const userColumns = ({ onOpen, onApproach, focused }: Opening): readonly Column<ListedUser>[] => [
  {
    key: 'name',
    title: 'Name',
    sorts: true,
    isName: true,
    cell: (user) => (
      <Name user={user} autoFocus={focused === user.id} onApproach={onApproach} onOpen={() => onOpen(user.id)} />
    ),
  },
  {
    key: 'creator',
    title: customers.creator,
    isNamed: true,
    cell: (user) => <span className="text-muted">{user.admin_creator ?? admin.system}</span>,
  },
  {
    key: 'created',
    title: 'Created',
    sorts: true,
    isNamed: true,
    cell: (user) => (
      <time dateTime={user.created_at} className="text-muted">
        {formatDate(user.created_at)}
      </time>
    ),
  },
  { key: 'bets', title: 'Bets', isFigure: true, cell: (user) => user.totalBets },
  {
    key: 'balance',
    title: customers.balance,
    isFigure: true,
    sorts: true,
    cell: (user) => <Money amount={user.balance} className="font-semibold" />,
  },
  { key: 'standing', title: customers.standing, cell: (user) => <Standing user={user} /> },
]

type NameProps = Pick<Opening, 'onApproach'> & { user: ListedUser; autoFocus: boolean; onOpen: () => void }

function Name({ user, autoFocus, onApproach, onOpen }: NameProps) {
  const button = useRef<HTMLButtonElement>(null)
  useInitialFocus(button, autoFocus)
  return (
    <button
      ref={button}
      type="button"
      onPointerEnter={onApproach}
      onFocus={onApproach}
      onClick={onOpen}
      className="rounded-sm text-left font-medium after:absolute after:inset-0 hover:underline"
    >
      {user.username}
    </button>
  )
}

/** The user's standing: closed, blocked, closing or owing; nothing for any other. */
export function Standing({ user }: { user: Pick<ListedUser, 'is_blocked' | 'owed' | 'closing' | 'closed'> }) {
  if (user.closed) return <Badge tone="neutral">{customers.standings.closed}</Badge>
  if (user.is_blocked) return <Badge tone="lost">{customers.standings.blocked}</Badge>
  if (user.closing) return <Badge tone="warning">{customers.standings.closing}</Badge>
  if (user.owed > 0) return <Badge tone="warning">{customers.standings.owing}</Badge>
  return <span className="text-muted">{customers.standings.active}</span>
}
