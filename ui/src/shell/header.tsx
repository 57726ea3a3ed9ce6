import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { useState } from 'react'
import { Money } from '#ui/components/money.tsx'
import { Button, buttonStyle } from '#ui/components/ui/button.tsx'
import { Logo } from '#ui/layout/logo.tsx'
import { ThemeToggle } from '#ui/layout/theme-toggle.tsx'
import { useReturnPath } from '#ui/layout/use-return-path.ts'
import { messages } from '#ui/lib/messages.ts'
import { useSession } from '#ui/lib/session.ts'
import { useSlip } from '#ui/model/slip/slip-context.ts'
import { FreshnessNote } from './freshness-note.tsx'
import { MainNav } from './main-nav.tsx'
import { SearchButton } from './search-button.tsx'
import { UserButton } from './user-button.tsx'

/**
 * The header of every page but sign-in and the back office: navigation, freshness, search, balance in euros, account
 * and slip.
 */
export function Header() {
  const user = useSession()?.user ?? null
  return (
    <header className="sticky top-0 z-40 border-border border-b bg-page">
      <div className="frame relative flex h-(--header-height) items-center gap-1 sm:gap-2">
        <Logo hasNote />
        <MainNav />
        <div className="ml-auto flex items-center gap-1 sm:gap-2">
          <FreshnessNote />
          <SearchButton />
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
  const [first] = useState(amount)
  return (
    <p className="flex h-10 max-[20rem]:h-auto items-center gap-2 rounded-control bg-inset px-3 text-second ring-1 ring-border ring-inset in-data-[theme=light]:ring-strong">
      <span className="sr-only text-muted xl:not-sr-only">Balance</span>
      <Money
        key={amount}
        amount={amount}
        className={clsx(amount !== first && 'money-tick', 'font-semibold text-body')}
      />
    </p>
  )
}

/** On a phone, Profile leads to sign-in too. */
function SignInLinks() {
  const redirect = useReturnPath()
  return (
    <>
      <Link
        to="/login"
        search={{ redirect }}
        className={clsx(buttonStyle({ variant: 'ghost' }), 'px-2.5 max-md:hidden')}
      >
        {messages.auth.signIn}
      </Link>
      <Link
        to="/login"
        search={{ redirect, mode: 'create' }}
        className={clsx(buttonStyle({ variant: 'secondary' }), 'max-sm:px-2.5!')}
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
      className="px-3! sm:px-3.5!"
    >
      BET <span className={clsx(count === 0 && 'text-muted')}>{count}</span>
      <span className="sr-only">{count === 1 ? 'selection' : 'selections'} in the bet slip</span>
    </Button>
  )
}
