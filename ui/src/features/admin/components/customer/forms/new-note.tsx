import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { MAX_NOTE_LENGTH } from '#domain/limits.ts'
import type { Done } from '#services/contract/contract.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { TextField } from '#ui/components/ui/field.tsx'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { useAdminAction } from '../../../api/dashboard.ts'
import { Feedback, useFeedback } from '../../desk/feedback.tsx'

const blank = { text: '' }

/** Adds a note about a customer. The input stays if that fails. */
export function NewNote({ userId }: { userId: string }) {
  const form = useForm({ defaultValues: blank })
  const feedback = useFeedback()
  const action = useAdminAction<z.infer<typeof Done>>()
  const add = ({ text }: typeof blank) =>
    action.mutate(
      { action: 'addNote', userId, text: text.trim() },
      {
        onSuccess: (reply) => {
          feedback.succeed(reply.message ?? customers.noteAdded)
          form.reset(blank)
        },
        onError: (error) => feedback.fail(error, customers.noteFailed),
      },
    )
  return (
    <form
      noValidate
      aria-label={customers.addNote}
      className="flex flex-col gap-2"
      onSubmit={(event) => void form.handleSubmit(add)(event)}
    >
      <TextField
        label={customers.note}
        autoComplete="off"
        maxLength={MAX_NOTE_LENGTH}
        hint={customers.noteHint}
        error={form.formState.errors.text?.message}
        {...form.register('text', { validate: (text) => text.trim() !== '' || customers.noteMissing })}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" busy={action.isPending} busyLabel={customers.addingNote}>
          {customers.addNote}
        </Button>
        <Feedback text={feedback.text} />
      </div>
    </form>
  )
}
