import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { floats } from '#ui/lib/messages/desk/floats.ts'
import { type AdminUserRow, adminUsersQuery } from '../../api/admins.ts'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { useReadsOnly } from '../desk/for-writers.tsx'
import type { Column } from '../desk/table/column.ts'
import { DeskTable } from '../desk/table/desk-table.tsx'
import { AdminActions } from './admin-actions.tsx'
import { ADMIN_COLUMNS } from './admin-columns.tsx'
import { EditFloat } from './edit-float.tsx'
import { usePermissions } from './use-permissions.ts'

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
  const may = usePermissions(query.data)
  const readsOnly = useReadsOnly()
  const actions: Column<AdminUserRow> = {
    key: 'actions',
    title: floats.actions,
    isAction: true,
    cell: (row) => (
      <AdminActions
        admin={row}
        isEditing={editing === row.userId}
        onEdit={may.edit(row) ? () => setEditing(editing === row.userId ? null : row.userId) : null}
        onPassword={may.setPassword(row) ? () => setChanging(row) : null}
        onRemove={may.remove(row) ? () => setRemoving(row) : null}
      />
    ),
  }
  return (
    <>
      <DeskTable
        label={floats.current}
        columns={readsOnly ? ADMIN_COLUMNS : [...ADMIN_COLUMNS, actions]}
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
