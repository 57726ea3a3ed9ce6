import { clsx } from 'clsx'
import type { ReactNode } from 'react'

const plainTones = { muted: 'text-muted', accent: 'text-accent', warning: 'text-warning' } as const
const boxedTones = {
  up: 'bg-[color-mix(in_srgb,var(--up)_9%,transparent)] text-up',
  down: 'bg-[color-mix(in_srgb,var(--down)_9%,transparent)] text-down',
  lost: 'bg-[color-mix(in_srgb,var(--lost)_9%,transparent)] text-lost',
} as const

type Tone = keyof typeof plainTones | keyof typeof boxedTones

const toneStyle = (tone: Tone): string =>
  tone in boxedTones
    ? clsx('mt-2 rounded-control px-3 py-2', boxedTones[tone as keyof typeof boxedTones])
    : plainTones[tone as keyof typeof plainTones]

/** An icon and a text. Information is plain; changes and errors are boxed. */
export function LineMessage({ tone, icon, children }: { tone: Tone; icon: ReactNode; children: ReactNode }) {
  return (
    <div className={clsx('flex gap-2 text-second', toneStyle(tone))}>
      <span aria-hidden="true" className="flex h-[1.125rem] shrink-0 items-center">
        {icon}
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
