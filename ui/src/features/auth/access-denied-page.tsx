import { Link } from '@tanstack/react-router'
import { ShieldAlert } from 'lucide-react'
import { buttonStyle } from '#ui/components/ui/button.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { messages } from '#ui/lib/messages.ts'

/** Shown to signed-in users without admin rights instead of the back office. */
export function AccessDeniedPage() {
  return (
    <main className="flex min-h-[70dvh] flex-col items-center justify-center gap-3 px-4 text-center">
      <ShieldAlert aria-hidden="true" className="size-8 text-warning" />
      <PageTitle documentTitle={admin.title}>{admin.denied}</PageTitle>
      <Link to="/" className={buttonStyle({ variant: 'primary', className: 'mt-2' })}>
        {messages.pages.home}
      </Link>
    </main>
  )
}
