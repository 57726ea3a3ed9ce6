import type { ComponentProps } from 'react'
import { MAX_REASON_LENGTH } from '#domain/limits.ts'
import { TextField } from '#ui/components/ui/field.tsx'

/** Takes the registration of the form it belongs to. */
export function ReasonField(props: ComponentProps<'input'>) {
  return (
    <TextField
      {...props}
      label="Reason (optional)"
      autoComplete="off"
      maxLength={MAX_REASON_LENGTH}
      hint="Stored with the record of this action."
      className="mt-4"
    />
  )
}

/** Leaves a blank reason out of the request. */
export const optionalReason = (typed: string): { reason?: string } =>
  typed.trim() === '' ? {} : { reason: typed.trim() }
