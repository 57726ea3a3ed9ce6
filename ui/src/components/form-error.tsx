import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'

/**
 * An error of the whole form, with a hint on what to do, if there is one. Takes the focus, so that screen readers read
 * it at once.
 */
export function FormError({ text, hint }: { text: string; hint?: string | false }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="flex items-start gap-2.5 rounded-control border border-[color-mix(in_srgb,var(--lost)_40%,transparent)] bg-[color-mix(in_srgb,var(--lost)_8%,var(--surface))] px-3 py-2.5 text-body focus-visible:outline-lost"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-lost" />
      <div>
        <p>{text}</p>
        {hint && <p className="mt-1 text-muted text-second">{hint}</p>}
      </div>
    </div>
  )
}
