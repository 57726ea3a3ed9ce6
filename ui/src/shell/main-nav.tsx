import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Count } from '#ui/components/ui/badge.tsx'
import { navItemStyle } from '#ui/layout/nav-items.ts'
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
    <Link to={to} activeOptions={{ exact: to === '/', includeSearch: false }} className={navItemStyle}>
      {children}
    </Link>
  )
}
