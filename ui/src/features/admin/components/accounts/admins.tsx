import { DeskCard, DeskPage } from '../desk/desk-page.tsx'
import { AddAdmin } from './add-admin.tsx'
import { AdminList } from './admin-list.tsx'

export function AdminsPage() {
  return (
    <DeskPage section="admins">
      <Admins />
    </DeskPage>
  )
}

/** The people of the desk, and a form for another one. */
export const Admins = () => (
  <div className="flex flex-col gap-3">
    <AdminList />
    <DeskCard>
      <AddAdmin />
    </DeskCard>
  </div>
)
