// Why an admin acts, asked for in the dialog that confirms it.
import { type ComponentProps, useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { MAX_REASON_LENGTH } from '#domain/limits.ts'
import { TextField } from '#ui/components/ui/field.tsx'
import { desk } from '#ui/lib/messages/admin-desk.ts'

type ReasonFieldProps = ComponentProps<'input'> & {
  error?: string | undefined
  isOptional?: boolean
  label?: string
  /** Always the same function. The dialog was closed: what was missing is no error of the next one, where nothing was tried yet. */
  onLeave?: () => void
}

/** Why an admin acts: asked for on the screen, kept in the audit trail. Takes the registration of the form it belongs to. */
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

/** Of a reason in a form with other fields. */
export const REASON_RULES = { validate: (text: string) => text.trim() !== '' || desk.reasonMissing } as const

/** A reason of its own form: `submit` calls back with it once there is one. */
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
