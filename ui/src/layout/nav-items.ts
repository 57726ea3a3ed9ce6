import { House, Radio, ReceiptText, UserRound } from 'lucide-react'
import { messages } from '#ui/lib/messages.ts'

/** The navigation of phones and tablets. */
export const BOTTOM_ITEMS = [
  { to: '/', label: 'Home', icon: House },
  { to: '/livegames', label: 'Live', icon: Radio },
  { to: '/my-bets', label: messages.bets.title, icon: ReceiptText },
  { to: '/profile', label: 'Profile', icon: UserRound },
] as const

export const bottomItemStyle =
  'flex h-full flex-col items-center justify-center gap-1 font-medium text-label text-muted outline-offset-[-2px] aria-[current=page]:text-accent'

/** For the navigation of wide screens. */
export const navItemStyle =
  'flex h-10 items-center gap-2 whitespace-nowrap rounded-control px-2.5 xl:px-3 font-medium text-body text-muted transition-colors hover:text-text aria-[current=page]:bg-raised aria-[current=page]:text-text'
