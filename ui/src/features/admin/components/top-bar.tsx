import { Link } from '@tanstack/react-router'
import { LogOut } from 'lucide-react'
import { Button, buttonStyle } from '#ui/components/ui/button.tsx'
import { Logo } from '#ui/layout/logo.tsx'
import { SkipLink } from '#ui/layout/skip-link.tsx'
import { ThemeToggle } from '#ui/layout/theme-toggle.tsx'
import { useSignOut } from '#ui/layout/use-sign-out.ts'
import { messages } from '#ui/lib/messages.ts'

/** The header of the back office. */
export function AdminTopBar() {
  const signOut = useSignOut()
  return (
    <>
      <SkipLink />
      <header className="sticky top-0 z-40 border-border border-b bg-page">
        <div className="mx-auto flex h-(--header-height) max-w-[90rem] items-center gap-2 px-4 md:px-6">
          <Logo />
          <span className="hidden text-body text-muted sm:inline">{messages.admin.title}</span>
          <div className="ml-auto flex items-center gap-2">
            <Link to="/" className={buttonStyle({ variant: 'ghost', className: 'max-sm:hidden' })}>
              View site
            </Link>
            <Link
              to="/profile"
              search={{ tab: 'settings' }}
              className={buttonStyle({ variant: 'ghost', className: 'max-sm:px-1.5' })}
            >
              Profile
            </Link>
            <ThemeToggle />
            <Button onClick={() => void signOut()}>
              <LogOut aria-hidden="true" className="size-4" />
              {messages.auth.signOut}
            </Button>
          </div>
        </div>
      </header>
    </>
  )
}
