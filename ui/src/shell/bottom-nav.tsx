import { Link } from '@tanstack/react-router'
import { BOTTOM_ITEMS, bottomItemStyle } from '#ui/layout/nav-items.ts'
import { MyBetsLabel } from './my-bets-label.tsx'

/** The navigation of phones and tablets. */
export function BottomNav() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-40 border-border border-t bg-page pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="grid h-(--bottom-nav-height) grid-cols-4">
        {BOTTOM_ITEMS.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: to === '/', includeSearch: false }} className={bottomItemStyle}>
              <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
              {to === '/my-bets' ? <MyBetsLabel /> : label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
