import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { Money } from '#ui/components/money.tsx'
import { Badge } from '#ui/components/ui/badge.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { floats } from '#ui/lib/messages/desk/floats.ts'
import { useSession } from '#ui/lib/session.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { type AdminUserRow, adminUsersQuery } from '../../api/admins.ts'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { useReadsOnly } from '../desk/for-writers.tsx'
import type { Column } from '../desk/table/column.ts'
import { DeskTable } from '../desk/table/desk-table.tsx'
import { AdminActions } from './admin-actions.tsx'
import { EditFloat } from './edit-float.tsx'

const PasswordDialog = lazyPart(() =>
  import('../customer/forms/change-password.tsx').then((file) => ({ default: file.PasswordDialog })),
)
const RemoveAdmin = lazyPart(() => import('./remove-admin.tsx').then((file) => ({ default: file.RemoveAdmin })))

/**
 * All admins and auditors, floats in euros, with the buttons that the signed-in admin may use on each. For loading,
 * empty and errors see `DeskTable`.
 */
export function AdminList() {
  const query = useQuery(adminUsersQuery())
  const [editing, setEditing] = useState<string | null>(null)
  /** The admin whose balance was changed last; the feedback is shown there. */
  const [changed, setChanged] = useState<string | null>(null)
  const [removing, setRemoving] = useState<AdminUserRow | null>(null)
  /** The admin whose password is being set. */
  const [changing, setChanging] = useState<AdminUserRow | null>(null)
  const feedback = useFeedback()
  const own = useSession()?.user.username ?? ''
  const supers = new Set(query.data?.superAdmins)
  const readsOnly = useReadsOnly()
  const isSuper = supers.has(own)
  const canEdit = ({ username, role }: AdminUserRow) =>
    role !== 'auditor' && (isSuper || (username !== own && !supers.has(username)))
  const canRemove = ({ username, role }: AdminUserRow) =>
    username !== own && (role === 'admin' || (role === 'auditor' && isSuper))
  const maySetPassword = ({ username, admin_creator }: AdminUserRow) =>
    username !== own && (isSuper || admin_creator === own)
  const columns: Column<AdminUserRow>[] = [
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
    {
      key: 'actions',
      title: floats.actions,
      isAction: true,
      cell: (row) => (
        <AdminActions
          admin={row}
          isEditing={editing === row.userId}
          onEdit={canEdit(row) ? () => setEditing(editing === row.userId ? null : row.userId) : null}
          onPassword={maySetPassword(row) ? () => setChanging(row) : null}
          onRemove={canRemove(row) ? () => setRemoving(row) : null}
        />
      ),
    },
  ]
  return (
    <>
      <DeskTable
        label={floats.current}
        columns={readsOnly ? columns.filter(({ key }) => key !== 'actions') : columns}
        rows={query.data?.adminUsers}
        expected={2}
        rowKey={({ userId }) => userId}
        query={query}
        failed={floats.loadFailed}
        empty={{ text: floats.none }}
        isSelected={({ userId }) => userId === editing}
        isFresh={({ userId }) => userId === changed && feedback.text !== null}
        detail={(row) =>
          row.userId !== editing ? null : (
            <EditFloat
              admin={row}
              onClose={() => setEditing(null)}
              onDone={(text) => {
                setEditing(null)
                setChanged(row.userId)
                feedback.succeed(text)
              }}
            />
          )
        }
        top={
          <div className="flex flex-wrap items-center gap-2 border-border border-b px-4 py-3">
            <h2 className="mr-auto text-section">{floats.current}</h2>
            <Feedback text={feedback.text} />
            <Button size="sm" busy={query.isFetching} busyLabel={floats.loading} onClick={() => void query.refetch()}>
              {floats.load}
            </Button>
          </div>
        }
      />
      <Suspense fallback={null}>
        {changing !== null && (
          <PasswordDialog
            username={changing.username}
            isAdmin
            onClose={() => setChanging(null)}
            onDone={feedback.succeed}
          />
        )}
        {removing !== null && <RemoveAdmin admin={removing} feedback={feedback} onClose={() => setRemoving(null)} />}
      </Suspense>
    </>
  )
}
