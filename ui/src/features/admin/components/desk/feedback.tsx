import { clsx } from 'clsx'
import { useCallback, useEffect, useState } from 'react'
import { errorText, isOutcomeOpen } from '#ui/lib/http/api-error.ts'
import { admin } from '#ui/lib/messages/admin.ts'

/** How long the outcome of an action is shown, and the rows that it changed are highlighted, in milliseconds. */
export const FEEDBACK_MS = 5_000

export type FeedbackState = {
  /** The outcome of the last action; null once it is no longer shown. */
  readonly text: string | null
  /** Shows a success; ✅ is added in front if it is missing. */
  readonly succeed: (text: string) => void
  /** Shows why an action failed: ❌, then the server's text or the fallback. */
  readonly fail: (error: unknown, fallback: string) => void
  /** Shows why the form itself refuses. */
  readonly refuse: (text: string) => void
  readonly clear: () => void
}

/** The text of a success, as `Feedback` shows it. */
export const succeeded = (text: string): string => (text.startsWith('✅') ? text : `✅ ${text}`)

/**
 * The outcome of a form's action. It disappears by itself; a new one restarts the time. If the outcome is unknown, the
 * text stays until the next action.
 */
export function useFeedback(): FeedbackState {
  const [shown, setShown] = useState<{ readonly text: string; readonly isOpen?: boolean } | null>(null)
  useEffect(() => {
    // The outcome is unknown: the text stays until the next attempt.
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
  /** ✅ marks success; anything else is an error. */
  text: string | null
  className?: string
}

/**
 * The outcome of an action, on the line of the button that caused it. Always rendered, so that screen readers announce
 * text that appears in it; takes no space while empty.
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
