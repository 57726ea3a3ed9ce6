import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Moon, Sun } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { Money } from '#ui/components/money.tsx'
import { Count } from '#ui/components/ui/badge.tsx'
import { Button, buttonStyle } from '#ui/components/ui/button.tsx'
import { Logo } from '#ui/layout/logo.tsx'
import { useReturnPath } from '#ui/layout/use-return-path.ts'
import { messages } from '#ui/lib/messages.ts'
import { useSession } from '#ui/lib/session.ts'
import { setTheme, useTheme } from '#ui/lib/theme.ts'
import { useLiveCount } from '#ui/model/game/use-live-count.ts'
import { useSlip } from '#ui/model/slip/slip-context.tsx'

const UserMenu = lazy(() => import('./user-menu.tsx'))

export function Header() {
  const user = useSession()?.user ?? null
  return (
    <header className="sticky top-0 z-40 border-border border-b bg-page">
      <div className="mx-auto flex h-(--header-height) max-w-[90rem] items-center gap-2 px-4 md:px-6 xl:px-12">
        <Logo />
        <MainNav />
        <div className="ml-auto flex items-center gap-2">
          {user ? !user.is_admin && <Balance amount={user.balance} /> : <SignInLinks />}
          <ThemeToggle />
          {user && <UserButton name={user.username} isAdmin={user.is_admin} />}
          <BetButton />
        </div>
      </div>
    </header>
  )
}

function MainNav() {
  const live = useLiveCount()
  return (
    <nav aria-label="Main" className="ml-3 hidden items-center md:flex">
      <NavItem to="/">Home</NavItem>
      <NavItem to="/sports">Sports</NavItem>
      <NavItem to="/my-bets">{messages.bets.title}</NavItem>
      <NavItem to="/livegames">
        <span aria-hidden="true" className="size-1.5 rounded-full bg-live" />
        Live
        <Count value={live ?? 0} className={clsx(!live && 'invisible')} />
      </NavItem>
      <NavItem to="/profile">Profile</NavItem>
    </nav>
  )
}

function NavItem({
  to,
  children,
}: {
  to: '/' | '/sports' | '/my-bets' | '/livegames' | '/profile'
  children: ReactNode
}) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      className="flex h-10 items-center gap-2 whitespace-nowrap rounded-control px-3 font-medium text-body text-muted transition-colors hover:text-text aria-[current=page]:bg-raised aria-[current=page]:text-text"
    >
      {children}
    </Link>
  )
}

function Balance({ amount }: { amount: string }) {
  return (
    <p className="flex h-10 items-center gap-2 rounded-control bg-inset px-3 text-second ring-1 ring-border ring-inset">
      <span className="sr-only text-muted lg:not-sr-only">Balance</span>
      <Money amount={amount} className="font-semibold text-body" />
    </p>
  )
}

function SignInLinks() {
  const redirect = useReturnPath()
  return (
    <>
      <Link to="/login" search={{ redirect }} className={clsx(buttonStyle({ variant: 'ghost' }), 'px-3')}>
        {messages.auth.signIn}
      </Link>
      <Link
        to="/login"
        search={{ redirect, mode: 'create' }}
        className={clsx(buttonStyle({ variant: 'secondary' }), 'max-sm:hidden md:max-lg:hidden')}
      >
        {messages.auth.joinNow}
      </Link>
    </>
  )
}

function ThemeToggle() {
  const theme = useTheme()
  const next = theme === 'dark' ? 'light' : 'dark'
  const Icon = theme === 'dark' ? Sun : Moon
  return (
    <Button variant="secondary" size="icon" aria-label={`Switch to ${next} theme`} onClick={() => setTheme(next)}>
      <Icon aria-hidden="true" className="size-4" />
    </Button>
  )
}

/** A plain button until it is wanted: the menu's code comes with the first press, and opens then. */
function UserButton({ name, isAdmin }: { name: string; isAdmin: boolean }) {
  const [wanted, setWanted] = useState(false)
  const trigger = (
    <Button aria-haspopup="menu" aria-label={`Account of ${name}`} className="max-w-36 max-md:hidden">
      <span className="truncate">{name}</span>
    </Button>
  )
  if (!wanted) return <span onClickCapture={() => setWanted(true)}>{trigger}</span>
  return (
    <Suspense fallback={trigger}>
      <UserMenu trigger={trigger} isAdmin={isAdmin} />
    </Suspense>
  )
}

function BetButton() {
  const { selections, open, setOpen } = useSlip()
  const count = selections.length
  return (
    <Button
      variant={count > 0 ? 'primary' : 'secondary'}
      aria-expanded={open}
      onClick={() => setOpen(!open)}
      className="px-3.5"
    >
      BET <span className={clsx(count === 0 && 'text-muted')}>{count}</span>
      <span className="sr-only">{count === 1 ? 'selection' : 'selections'} in the bet slip</span>
    </Button>
  )
}
