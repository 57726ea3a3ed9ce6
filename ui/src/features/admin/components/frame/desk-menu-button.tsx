import { Menu as MenuIcon } from 'lucide-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { desk } from '#ui/lib/messages/admin-desk.ts'

const DeskMenu = lazyPart(() => import('./desk-menu.tsx'))

/** The sections, on screens too narrow for the navigation beside them. The menu's code loads with the first press. */
export function DeskMenuButton() {
  const [isLoaded, setIsLoaded] = useState(false)
  const trigger = (
    <Button size="icon" aria-haspopup="menu" aria-label={desk.menu} className="lg:hidden">
      <MenuIcon aria-hidden="true" className="size-4" />
    </Button>
  )
  if (!isLoaded)
    return (
      <span className="lg:hidden" onClickCapture={() => setIsLoaded(true)}>
        {trigger}
      </span>
    )
  return (
    <Suspense fallback={trigger}>
      <DeskMenu trigger={trigger} />
    </Suspense>
  )
}
