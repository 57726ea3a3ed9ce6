import { Money } from '#ui/components/money.tsx'
import { Badge } from '#ui/components/ui/badge.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { floats } from '#ui/lib/messages/desk/floats.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import type { AdminUserRow } from '../../api/admins.ts'
import type { Column } from '../desk/table/column.ts'

/** What the list says of each admin and auditor; floats in euros. */
export const ADMIN_COLUMNS: readonly Column<AdminUserRow>[] = [
  {
    key: 'name',
    title: floats.name,
    isName: true,
    cell: ({ username, role, is_blocked }) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="font-medium [overflow-wrap:anywhere]">{username}</span>
        {role === 'super-admin' && <Badge tone="accent">{admin.superAdmin}</Badge>}
        {role === 'auditor' && <Badge>{floats.auditor}</Badge>}
        {is_blocked && <Badge tone="lost">{floats.blocked}</Badge>}
      </span>
    ),
  },
  {
    key: 'balance',
    title: floats.balance,
    isFigure: true,
    cell: ({ role, balance }) => (role === 'auditor' ? null : <Money amount={balance} />),
  },
  {
    key: 'waits',
    title: floats.waits,
    isFigure: true,
    cell: ({ pending }) => (pending === null ? null : <Money amount={pending} className="text-warning" />),
  },
  {
    key: 'creator',
    title: floats.creator,
    isNamed: true,
    cell: ({ admin_creator }) => admin_creator ?? admin.system,
  },
  { key: 'since', title: floats.since, isNamed: true, cell: ({ created_at }) => formatDayTime(created_at) },
]
