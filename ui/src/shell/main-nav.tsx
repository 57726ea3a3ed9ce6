import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Count } from '#ui/components/ui/badge.tsx'
import { useFreshness } from '#ui/model/freshness.ts'
import { useLiveCount } from '#ui/model/game/use-live-count.ts'
import { MyBetsLabel } from './my-bets-label.tsx'

/** The navigation of wide screens; phones and tablets have the bottom navigation. */
export function MainNav() {
  const liveCount = useLiveCount()
  const { state } = useFreshness()
  const isStale = state !== 'live' && state !== 'unknown'
  return (
    <nav aria-label="Main" className="ml-3 hidden items-center lg:flex">
      <NavItem to="/">Home</NavItem>
      <NavItem to="/sports">Sports</NavItem>
      <NavItem to="/my-bets">
        <MyBetsLabel />
      </NavItem>
      <NavItem to="/livegames">
        <span aria-hidden="true" className={clsx('size-1.5 rounded-full', isStale ? 'bg-muted' : 'bg-live')} />
        Live
        <Count value={liveCount ?? 0} className={clsx('w-9', !liveCount && 'invisible')} />
      </NavItem>
      <NavItem to="/profile">Profile</NavItem>
    </nav>
  )
}

type NavItemProps = { to: '/' | '/sports' | '/my-bets' | '/livegames' | '/profile'; children: ReactNode }

function NavItem({ to, children }: NavItemProps) {
  return (
    <Link
      to={to}
      activeOptions={{ exact: to === '/', includeSearch: false }}
      className="flex h-10 items-center gap-2 whitespace-nowrap rounded-control px-2.5 xl:px-3 font-medium text-body text-muted transition-colors hover:text-text aria-[current=page]:bg-raised aria-[current=page]:text-text"
    >
      {children}
    </Link>
  )
}
