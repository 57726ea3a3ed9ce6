import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { Badge } from '#ui/components/ui/badge.tsx'
import { Button, buttonStyle } from '#ui/components/ui/button.tsx'
import { Logo } from '#ui/layout/logo.tsx'
import { SkipLink } from '#ui/layout/skip-link.tsx'
import { ThemeToggle } from '#ui/layout/theme-toggle.tsx'
import { useSignOut } from '#ui/layout/use-sign-out.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import { messages } from '#ui/lib/messages.ts'
import { useReadsOnly } from '../desk/for-writers.tsx'
import { DeskSearchButton } from '../search/desk-search-button.tsx'
import { DeskClock } from './desk-clock.tsx'
import { DeskMenuButton } from './desk-menu-button.tsx'

/**
 * The header of the back office; on a phone, all but the theme is in its menu. Shows auditors that they can only read.
 */
export function DeskTopBar() {
  const signOut = useSignOut()
  const readsOnly = useReadsOnly()
  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-40 border-border border-b bg-page">
        <div className="flex h-(--header-height) items-center gap-2 px-4 md:px-6">
          <Logo />
          <Link
            to="/admin"
            activeOptions={{ exact: true }}
            className="whitespace-nowrap text-body text-muted hover:text-text max-sm:hidden"
          >
            {admin.title}
          </Link>
          {readsOnly && <Badge>{desk.readOnly}</Badge>}
          <div className="ml-auto flex min-w-0 items-center gap-2 lg:ml-6">
            <DeskSearchButton />
          </div>
          <div className="flex shrink-0 items-center justify-end gap-2 lg:grow">
            <DeskClock className="mr-2 whitespace-nowrap max-xl:hidden" />
            <Link to="/" className={buttonStyle({ variant: 'ghost', className: 'max-lg:hidden' })}>
              {desk.viewSite}
            </Link>
            <Link
              to="/profile"
              search={{ tab: 'settings' }}
              className={buttonStyle({ variant: 'ghost', className: 'max-lg:hidden' })}
            >
              {desk.profile}
            </Link>
            <ThemeToggle />
            <Button className="max-lg:hidden" onClick={() => void signOut()}>
              <LogOut aria-hidden="true" className="size-4" />
              {messages.auth.signOut}
            </Button>
            <DeskMenuButton />
          </div>
        </div>
      </header>
    </>
  )
}
