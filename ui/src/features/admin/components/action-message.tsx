// What came of an action: ✅ reads as success, anything else as an error. It goes away by itself.
import { clsx } from 'clsx'
import { useCallback, useEffect, useState } from 'react'
import { errorText } from '#ui/lib/http/request.ts'
import { messages } from '#ui/lib/messages.ts'

const SHOWN_MS = 5_000

export const success = (text: string): string => (text.startsWith('✅') ? text : `✅ ${text}`)
export const failure = (error: unknown, fallback: string): string =>
  messages.admin.balanceFailed(errorText(error, fallback))

/** A message and how to set it; a newer one starts the time again. */
export function useMessage(): [string | null, (text: string | null) => void] {
  const [message, setMessage] = useState<{ text: string } | null>(null)
  useEffect(() => {
    if (message === null) return
    const timer = setTimeout(() => setMessage(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [message])
  const show = useCallback((text: string | null) => setMessage(text === null ? null : { text }), [])
  return [message?.text ?? null, show]
}

/** Always there, so that what appears in it is announced; takes no room while it is empty. */
export function Message({ text }: { text: string | null }) {
  const good = text?.startsWith('✅') ?? false
  return (
    <p
      role="status"
      className={clsx(
        'text-body empty:absolute',
        text !== null && 'rounded-control px-3 py-2',
        text !== null &&
          (good
            ? 'bg-[color-mix(in_srgb,var(--accent)_12%,transparent)] text-[color-mix(in_srgb,var(--accent)_82%,var(--text))]'
            : 'bg-[color-mix(in_srgb,var(--lost)_10%,transparent)] text-lost'),
      )}
    >
      {text}
    </p>
  )
}
