import { useCallback, useRef, useState } from 'react'
import { desk } from '#ui/lib/messages/admin-desk.ts'

/** Why an admin acts: nothing is sent without it. `asked` names the field's error once it was missing. */
export function useReason() {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const onLeave = useCallback(() => setMissing(false), [])
  return {
    reason: reason.trim(),
    /** Of the reason's field. */
    field: {
      ref: input,
      value: reason,
      onChange: (event: { readonly currentTarget: { readonly value: string } }) => {
        setReason(event.currentTarget.value)
        setMissing(false)
      },
      error: isMissing ? desk.reasonMissing : undefined,
      onLeave,
    },
    /** Whether there is one; where not, the field says so and has the focus. */
    isGiven: () => {
      const isThere = reason.trim() !== ''
      setMissing(!isThere)
      if (!isThere) input.current?.focus()
      return isThere
    },
  }
}
