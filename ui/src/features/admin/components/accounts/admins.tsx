import { DeskCard, DeskPage } from '../desk/desk-page.tsx'
import { ForWriters } from '../desk/for-writers.tsx'
import { AddAdmin } from './add-admin.tsx'
import { AddAuditor } from './add-auditor.tsx'
import { AdminList } from './admin-list.tsx'

/** Admin Management at its own address. */
export function AdminsPage() {
  return (
    <DeskPage section="admins">
      <Admins />
    </DeskPage>
  )
}

/** The admins and auditors, and forms to add one. */
export const Admins = () => (
  <div className="opens-in-order flex flex-col gap-3">
    <AdminList />
    <ForWriters>
      <DeskCard>
        <AddAdmin />
      </DeskCard>
      <AddAuditor />
    </ForWriters>
  </div>
)
