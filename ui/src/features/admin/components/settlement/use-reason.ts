import { useCallback, useRef, useState } from 'react'
import { desk } from '#ui/lib/messages/admin-desk.ts'

/** The reason for an action, without which nothing is sent. `asked` names the field's error once it was missing. */
export function useReason() {
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const onLeave = useCallback(() => setMissing(false), [])
  return {
    reason: reason.trim(),
    /** The props of the reason's field. */
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
    /** Whether there is a reason; if not, the field shows an error and gets the focus. */
    isGiven: () => {
      const isThere = reason.trim() !== ''
      setMissing(!isThere)
      if (!isThere) input.current?.focus()
      return isThere
    },
  }
}
