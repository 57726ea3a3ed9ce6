import { Menu as Base } from '@base-ui/react/menu'
import { clsx } from 'clsx'
import type { ReactElement, ReactNode } from 'react'

export const menuItemStyle =
  'flex min-h-10 cursor-pointer select-none items-center gap-3 rounded-[8px] px-3 text-body text-text outline-none data-highlighted:bg-raised touch'

type MenuProps = {
  /** The button that opens the menu. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
  defaultOpen?: boolean
  className?: string
}

/** A dropdown with arrow keys and type-ahead. The page stays usable while it is open. Load it lazily. */
export function Menu({ trigger, children, align = 'end', defaultOpen = false, className }: MenuProps) {
  return (
    <Base.Root modal={false} defaultOpen={defaultOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner sideOffset={8} align={align} className="z-50 outline-none">
          <Base.Popup
            className={clsx(
              'max-h-[min(24rem,var(--available-height))] min-w-48 overflow-y-auto overscroll-contain rounded-card border border-strong bg-surface p-1.5 shadow-float outline-none transition-[transform,opacity] duration-150 data-ending-style:scale-[0.98] data-starting-style:scale-[0.98] data-ending-style:opacity-0 data-starting-style:opacity-0',
              className,
            )}
          >
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}

export const MenuItem = Base.Item
export const MenuLinkItem = Base.LinkItem
export const MenuRadioGroup = Base.RadioGroup
export const MenuRadioItem = Base.RadioItem
export const MenuSeparator = () => <Base.Separator className="my-1.5 h-px bg-border" />
