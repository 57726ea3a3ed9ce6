import { TextField } from '#ui/components/ui/field.tsx'

export function ReasonField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label="Reason (optional)"
      autoComplete="off"
      maxLength={500}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      hint="Kept with the record of this action."
      className="mt-4"
    />
  )
}

/** A blank reason is none. */
export const reasonOf = (typed: string): { reason?: string } => (typed.trim() === '' ? {} : { reason: typed.trim() })
