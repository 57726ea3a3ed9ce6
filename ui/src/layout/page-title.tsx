import { useRouterState } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'

/** The path of the last title shown: the first page of a visit does not take the focus. */
let lastPath: string | null = null

type PageTitleProps = {
  children: ReactNode
  /** Shown to screen readers only, where the sections of the page have visible headings of their own. */
  hidden?: boolean
  /** The title of the browser tab; by default the heading's text. */
  documentTitle?: string
  className?: string
}

/** The page's h1. Takes the focus after a navigation, so that keyboards and screen readers start at the new page. */
export function PageTitle({ children, hidden = false, documentTitle, className }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname })
  useEffect(() => {
    if (lastPath !== null && lastPath !== path) heading.current?.focus({ preventScroll: true })
    lastPath = path
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
