import { Suspense, useState } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { Button } from '#ui/components/ui/button.tsx'

const UserMenu = lazyPart(() => import('./user-menu.tsx'))

/** A plain button at first: the menu's code loads with the first press, which also opens it. */
export function UserButton({ name, isAdmin }: { name: string; isAdmin: boolean }) {
  const [isMenuLoaded, setIsMenuLoaded] = useState(false)
  const trigger = (
    <Button aria-haspopup="menu" aria-label={`Account of ${name}`} className="max-w-36 max-md:hidden">
      <span className="truncate">{name}</span>
    </Button>
  )
  if (!isMenuLoaded) return <span onClickCapture={() => setIsMenuLoaded(true)}>{trigger}</span>
  return (
    <Suspense fallback={trigger}>
      <UserMenu trigger={trigger} isAdmin={isAdmin} />
    </Suspense>
  )
}
