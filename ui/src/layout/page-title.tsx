import { useRouterState } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'

/** The path that the last page heading was shown for: the first page of a visit takes no focus. */
let headedPath: string | null = null

export type PageTitleProps = {
  children: ReactNode
  /** For screen readers alone, where the page's sections speak for themselves. */
  hidden?: boolean
  /** In the browser's tab; the heading itself unless given. */
  documentTitle?: string
  className?: string
}

/** The page's h1. Takes the focus after a navigation, so that keyboard and screen reader start at the new page. */
export function PageTitle({ children, hidden = false, documentTitle, className }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname })
  useEffect(() => {
    if (headedPath !== null && headedPath !== path) heading.current?.focus({ preventScroll: true })
    headedPath = path
  }, [path])
  const title = documentTitle ?? (typeof children === 'string' ? children : undefined)
  useEffect(() => {
    document.title = title ? `${title} · Fairbook` : 'Fairbook'
  }, [title])
  return (
    <h1 ref={heading} tabIndex={-1} className={clsx(hidden ? 'sr-only' : 'text-title', className)}>
      {children}
    </h1>
  )
}
