import { useEffect, useRef } from 'react'
import { Button } from '#ui/components/ui/button.tsx'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { floats } from '#ui/lib/messages/desk/floats.ts'
import type { AdminUserRow } from '../../api/admins.ts'

type AdminActionsProps = {
  admin: AdminUserRow
  isEditing: boolean
  /** These three are null if the signed-in admin may not do it. */
  onEdit: (() => void) | null
  onPassword: (() => void) | null
  onRemove: (() => void) | null
}

/** The buttons for one admin. */
export function AdminActions({ admin: { username }, isEditing, onEdit, onPassword, onRemove }: AdminActionsProps) {
  const opener = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  // The form is gone together with the focus, unless that was moved elsewhere.
  useEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body) opener.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return (
    <span className="flex justify-end gap-2 max-md:flex-wrap max-md:justify-start max-md:gap-1.5 max-md:*:px-2">
      {onEdit && (
        <Button ref={opener} size="sm" aria-label={floats.editOf(username)} aria-expanded={isEditing} onClick={onEdit}>
          {floats.edit}
        </Button>
      )}
      {onPassword && (
        <Button size="sm" aria-label={customers.passwordOf(username)} onClick={onPassword}>
          {customers.changePassword}
        </Button>
      )}
      {onRemove && (
        <Button size="sm" variant="danger" aria-label={floats.removeOf(username)} onClick={onRemove}>
          {floats.remove}
        </Button>
      )}
    </span>
  )
}
