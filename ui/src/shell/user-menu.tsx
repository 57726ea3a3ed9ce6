import { Link } from '@tanstack/react-router'
import { LogOut, ReceiptText, ShieldCheck, UserRound } from 'lucide-react'
import type { ReactElement } from 'react'
import { Menu, MenuItem, MenuLinkItem, MenuSeparator, menuItemStyle } from '#ui/components/ui/menu.tsx'
import { useSignOut } from '#ui/layout/use-sign-out.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { messages } from '#ui/lib/messages.ts'

/** Mounted by the first press on its trigger, so it opens at once. */
export default function UserMenu({ trigger, isAdmin }: { trigger: ReactElement; isAdmin: boolean }) {
  const signOut = useSignOut()
  return (
    <Menu trigger={trigger} defaultOpen>
      <MenuLinkItem className={menuItemStyle} render={<Link to="/profile" />} closeOnClick>
        <UserRound aria-hidden="true" className="size-4 text-muted" />
        Profile
      </MenuLinkItem>
      <MenuLinkItem className={menuItemStyle} render={<Link to="/my-bets" />} closeOnClick>
        <ReceiptText aria-hidden="true" className="size-4 text-muted" />
        {messages.bets.title}
      </MenuLinkItem>
      {isAdmin && (
        <MenuLinkItem className={menuItemStyle} render={<Link to="/admin" />} closeOnClick>
          <ShieldCheck aria-hidden="true" className="size-4 text-muted" />
          {admin.title}
        </MenuLinkItem>
      )}
      <MenuSeparator />
      <MenuItem className={menuItemStyle} onClick={() => void signOut()}>
        <LogOut aria-hidden="true" className="size-4 text-muted" />
        {messages.auth.signOut}
      </MenuItem>
    </Menu>
  )
}
