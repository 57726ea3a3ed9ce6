import { clsx } from 'clsx'
import { useCallback, useEffect, useState } from 'react'
import { errorText, isOutcomeOpen } from '#ui/lib/http/api-error.ts'
import { admin } from '#ui/lib/messages/admin.ts'

/** How long the outcome of an action is shown, and what it made stands out. */
export const FEEDBACK_MS = 5_000

export type FeedbackState = {
  /** What became of the last action; null once it is no longer shown. */
  readonly text: string | null
  /** ✅ is put before it where it is missing. */
  readonly succeed: (text: string) => void
  /** Of an action: the server's own words, else the fallback, after ❌. */
  readonly fail: (error: unknown, fallback: string) => void
  /** What the form itself refuses. */
  readonly refuse: (text: string) => void
  readonly clear: () => void
}

/** As `Feedback` tells a success. */
export const succeeded = (text: string): string => (text.startsWith('✅') ? text : `✅ ${text}`)

/**
 * The outcome of a form's action, which disappears by itself; a new one restarts the time. What may or may not have been done
 * stays until the next action.
 */
export function useFeedback(): FeedbackState {
  const [shown, setShown] = useState<{ readonly text: string; readonly isOpen?: boolean } | null>(null)
  useEffect(() => {
    // nobody knows yet what became of it: that stands until the next try
    if (shown === null || shown.isOpen) return
    const timer = setTimeout(() => setShown(null), FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const succeed = useCallback((text: string) => setShown({ text: succeeded(text) }), [])
  const fail = useCallback((error: unknown, fallback: string) => {
    const text = admin.balanceFailed(errorText(error, fallback))
    setShown(isOutcomeOpen(error) ? { text: `${text} ${admin.outcomeOpen}`, isOpen: true } : { text })
  }, [])
  const refuse = useCallback((text: string) => setShown({ text: admin.balanceFailed(text) }), [])
  const clear = useCallback(() => setShown(null), [])
  return { text: shown?.text ?? null, succeed, fail, refuse, clear }
}

type FeedbackProps = {
  /** ✅ marks success, anything else is an error. */
  text: string | null
  className?: string
}

/**
 * The outcome of an action, in a line with the button that caused it. Always rendered, so that assistive technology announces
 * what appears in it; takes no space while empty.
 */
export function Feedback({ text, className }: FeedbackProps) {
  const isSuccess = text?.startsWith('✅') ?? false
  return (
    <p
      role="status"
      className={clsx(
        'min-w-0 text-body [overflow-wrap:anywhere] empty:absolute',
        text !== null && 'rounded-control px-3 py-2',
        text !== null &&
          (isSuccess
            ? 'bg-[color-mix(in_srgb,var(--accent)_12%,transparent)] text-[color-mix(in_srgb,var(--accent)_82%,var(--text))]'
            : 'bg-[color-mix(in_srgb,var(--lost)_10%,transparent)] text-lost'),
        className,
      )}
    >
      {text}
    </p>
  )
}
