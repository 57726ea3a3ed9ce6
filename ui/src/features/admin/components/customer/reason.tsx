// Why an admin acts, asked for in the dialog that confirms it.
import { useForm } from 'react-hook-form'
import { desk } from '#ui/lib/messages/admin-desk.ts'

export { ReasonField } from '../desk/reason-field.tsx'

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
