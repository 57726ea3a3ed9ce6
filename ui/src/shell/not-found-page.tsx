import { Link } from '@tanstack/react-router'
import { buttonStyle } from '#ui/components/ui/button.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'

/** For addresses without a page, with a link home. */
export function NotFoundPage() {
  return (
    <div className="flex min-h-[50dvh] flex-col items-center justify-center gap-3 px-4 text-center">
      <p aria-hidden="true" className="text-figure text-muted">
        404
      </p>
      <PageTitle>{messages.pages.notFound}</PageTitle>
      <p className="max-w-sm text-body text-muted">{messages.pages.notFoundHint}</p>
      <Link to="/" className={buttonStyle({ variant: 'primary', className: 'mt-2' })}>
        {messages.pages.home}
      </Link>
    </div>
  )
}
