import { clsx } from 'clsx'
import { useCallback, useEffect, useState } from 'react'
import { errorText } from '#ui/lib/http/api-error.ts'
import { messages } from '#ui/lib/messages.ts'

const SHOWN_MS = 5_000

export const successMessage = (text: string): string => (text.startsWith('✅') ? text : `✅ ${text}`)
export const errorMessage = (error: unknown, fallback: string): string =>
  messages.admin.balanceFailed(errorText(error, fallback))

/** A message that disappears by itself, and its setter; a new message restarts the time. */
export function useTimedMessage(): [string | null, (text: string | null) => void] {
  const [message, setMessage] = useState<{ text: string } | null>(null)
  useEffect(() => {
    if (message === null) return
    const timer = setTimeout(() => setMessage(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [message])
  const show = useCallback((text: string | null) => setMessage(text === null ? null : { text }), [])
  return [message?.text ?? null, show]
}

/**
 * The outcome of an action: ✅ marks success, anything else is an error. Always rendered, so that assistive technology
 * announces what appears in it; takes no space while empty.
 */
export function ActionMessage({ text }: { text: string | null }) {
  const isSuccess = text?.startsWith('✅') ?? false
  return (
    <p
      role="status"
      className={clsx(
        'text-body empty:absolute',
        text !== null && 'rounded-control px-3 py-2',
        text !== null &&
          (isSuccess
            ? 'bg-[color-mix(in_srgb,var(--accent)_12%,transparent)] text-[color-mix(in_srgb,var(--accent)_82%,var(--text))]'
            : 'bg-[color-mix(in_srgb,var(--lost)_10%,transparent)] text-lost'),
      )}
    >
      {text}
    </p>
  )
}
