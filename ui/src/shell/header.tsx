import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { Money } from '#ui/components/money.tsx'
import { Button, buttonStyle } from '#ui/components/ui/button.tsx'
import { Logo } from '#ui/layout/logo.tsx'
import { ThemeToggle } from '#ui/layout/theme-toggle.tsx'
import { useReturnPath } from '#ui/layout/use-return-path.ts'
import { messages } from '#ui/lib/messages.ts'
import { useSession } from '#ui/lib/session.ts'
import { useSlip } from '#ui/model/slip/slip-context.ts'
import { MainNav } from './main-nav.tsx'
import { UserButton } from './user-button.tsx'

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
          <SlipButton />
        </div>
      </div>
    </header>
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

function SlipButton() {
  const { selections, isOpen, setOpen } = useSlip()
  const count = selections.length
  return (
    <Button
      variant={count > 0 ? 'primary' : 'secondary'}
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
      className="px-3.5"
    >
      BET <span className={clsx(count === 0 && 'text-muted')}>{count}</span>
      <span className="sr-only">{count === 1 ? 'selection' : 'selections'} in the bet slip</span>
    </Button>
  )
}
