import { Link } from '@tanstack/react-router'
import { House, Radio, ReceiptText, UserRound } from 'lucide-react'
import { messages } from '#ui/lib/messages.ts'
import { MyBetsLabel } from './my-bets-label.tsx'

const items = [
  { to: '/', label: 'Home', icon: House },
  { to: '/livegames', label: 'Live', icon: Radio },
  { to: '/my-bets', label: messages.bets.title, icon: ReceiptText },
  { to: '/profile', label: 'Profile', icon: UserRound },
] as const

/** The navigation of phones and tablets. */
export function BottomNav() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-40 border-border border-t bg-page pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="grid h-(--bottom-nav-height) grid-cols-4">
        {items.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              activeOptions={{ exact: to === '/', includeSearch: false }}
              className="flex h-full flex-col items-center justify-center gap-1 font-medium text-label text-muted outline-offset-[-2px] aria-[current=page]:text-accent"
            >
              <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
              {to === '/my-bets' ? <MyBetsLabel /> : label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
