import { clsx } from 'clsx'
import type { ReactNode } from 'react'

const tones = { muted: 'text-muted', accent: 'text-accent', warning: 'text-warning', lost: 'text-lost' } as const

interface LineMessageProps {
  tone: keyof typeof tones
  icon?: ReactNode
  /** For whole sentences: they take up the two lines that the row has room for. */
  isLong?: boolean
  children: ReactNode
}

/** An icon and a text in the status row that every leg reserves. */
export function LineMessage({ tone, icon, isLong = false, children }: LineMessageProps) {
  return (
    <div className={clsx('flex h-7 items-center gap-2', tones[tone])}>
      {icon && (
        <span aria-hidden="true" className="flex shrink-0 items-center">
          {icon}
        </span>
      )}
      <p className={clsx('min-w-0', isLong ? 'line-clamp-2 text-label leading-[0.875rem]' : 'truncate text-second')}>
        {children}
      </p>
    </div>
  )
}
