import { DeskCard, DeskPage } from '../desk/desk-page.tsx'
import { AddAdmin } from './add-admin.tsx'

export function AdminsPage() {
  return (
    <DeskPage section="admins">
      <DeskCard>
        <Admins />
      </DeskCard>
    </DeskPage>
  )
}

/** The people of the desk. */
export const Admins = () => <AddAdmin />
