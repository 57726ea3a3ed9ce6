import { Link } from '@tanstack/react-router'
import { EmptyNotice } from '#ui/components/query-state.tsx'
import { buttonStyle } from '#ui/components/ui/button.tsx'
import { ApiError } from '#ui/lib/http/api-error.ts'
import { messages } from '#ui/lib/messages.ts'

/** Whether the server says that it does not exist: asking again is pointless. */
export const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Shown for an address of something that does not exist. */
export function MissingNotice({ children }: { children: string }) {
  return (
    <EmptyNotice
      action={
        <Link to="/" className={buttonStyle()}>
          {messages.pages.home}
        </Link>
      }
    >
      {children}
    </EmptyNotice>
  )
}
