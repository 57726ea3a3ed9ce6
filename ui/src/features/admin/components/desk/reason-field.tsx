// The reason for an admin's action, asked for in the dialog that confirms it.
import { type ComponentProps, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { MAX_REASON_LENGTH } from '#domain/limits.ts'
import { TextField } from '#ui/components/ui/field.tsx'
import { desk } from '#ui/lib/messages/admin-desk.ts'

type ReasonFieldProps = ComponentProps<'input'> & {
  error?: string | undefined
  isOptional?: boolean
  label?: string
  /** Called when the dialog is closed, to drop the error: the next one starts without. Must be a stable function. */
  onLeave?: () => void
}

/** A field for the reason of an action, which is kept in the audit trail. Takes the registration of its form. */
export function ReasonField({
  isOptional = false,
  label = isOptional ? desk.reasonOptional : desk.reason,
  onLeave,
  ...props
}: ReasonFieldProps) {
  useEffect(() => onLeave, [onLeave])
  return (
    <TextField
      className="mt-4"
      {...props}
      label={label}
      autoComplete="off"
      required={!isOptional}
      maxLength={MAX_REASON_LENGTH}
      hint={desk.reasonHint}
    />
  )
}

/** For a reason in a form with other fields. */
export const REASON_RULES = { validate: (text: string) => text.trim() !== '' || desk.reasonMissing } as const

/** A reason as a form of its own: `submit` calls back with it once it is given. */
export function useReason() {
  const form = useForm({ defaultValues: { reason: '' } })
  return {
    field: {
      ...form.register('reason', REASON_RULES),
      error: form.formState.errors.reason?.message,
      onLeave: form.clearErrors as () => void,
    },
    submit: (act: (reason: string) => void) => void form.handleSubmit(({ reason }) => act(reason.trim()))(),
    reset: () => form.reset(),
  }
}
