// The back office's own header: the way back to the site, the theme, the way out.
import { Link, useNavigate } from '@tanstack/react-router'
import { LogOut, Moon, Sun } from 'lucide-react'
import { Button, buttonStyle } from '#ui/components/ui/button.tsx'
import { signOut } from '#ui/data/auth.ts'
import { Logo } from '#ui/layout/logo.tsx'
import { messages } from '#ui/lib/messages.ts'
import { setTheme, useTheme } from '#ui/lib/theme.ts'

export function AdminTopBar() {
  const theme = useTheme()
  const next = theme === 'dark' ? 'light' : 'dark'
  const Icon = theme === 'dark' ? Sun : Moon
  const navigate = useNavigate()
  const leave = async () => {
    // First away from here, or the guard would ask to sign in and come back.
    await navigate({ to: '/' })
    await signOut()
  }
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-20 rounded-control bg-accent px-4 py-2.5 font-semibold text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-40 border-border border-b bg-page">
        <div className="mx-auto flex h-(--header-height) max-w-[90rem] items-center gap-2 px-4 md:px-6">
          <Logo />
          <span className="hidden text-body text-muted sm:inline">{messages.admin.title}</span>
          <div className="ml-auto flex items-center gap-2">
            <Link to="/" className={buttonStyle({ variant: 'ghost', className: 'max-sm:hidden' })}>
              View site
            </Link>
            <Link to="/profile" search={{ tab: 'settings' }} className={buttonStyle({ variant: 'ghost' })}>
              Profile
            </Link>
            <Button size="icon" aria-label={`Switch to ${next} theme`} onClick={() => setTheme(next)}>
              <Icon aria-hidden="true" className="size-4" />
            </Button>
            <Button onClick={() => void leave()}>
              <LogOut aria-hidden="true" className="size-4" />
              {messages.auth.signOut}
            </Button>
          </div>
        </div>
      </header>
    </>
  )
}
