import { Link } from '@tanstack/react-router'
import { Fragment, type ReactElement } from 'react'
import { Count } from '#ui/components/ui/badge.tsx'
import { Menu, MenuItem, MenuLinkItem, MenuSeparator, menuItemStyle } from '#ui/components/ui/menu.tsx'
import { useSignOut } from '#ui/layout/use-sign-out.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import { messages } from '#ui/lib/messages.ts'
import { sectionGroups } from '../../model/sections.ts'
import { useSectionCounts } from '../../model/use-section-counts.ts'
import { useReadsOnly } from '../desk/for-writers.tsx'
import { linkCountStyle } from './desk-link-style.ts'

const linkStyle = `group ${menuItemStyle} aria-[current=page]:font-semibold`

/** Mounted by the first press on its trigger, so it opens at once. */
export default function DeskMenu({ trigger }: { trigger: ReactElement }) {
  const signOut = useSignOut()
  const counts = useSectionCounts()
  const readsOnly = useReadsOnly()
  return (
    <Menu trigger={trigger} defaultOpen className="max-h-[min(40rem,var(--available-height))]!">
      <MenuLinkItem
        className={linkStyle}
        render={<Link to="/admin" activeOptions={{ exact: true, includeSearch: false }} />}
        closeOnClick
      >
        {admin.panel}
      </MenuLinkItem>
      {sectionGroups(readsOnly).map(([group, sections]) => (
        <Fragment key={group}>
          <MenuSeparator />
          {sections.map(({ name, title, to }) => (
            <MenuLinkItem
              key={name}
              className={linkStyle}
              render={<Link to={to} activeOptions={{ includeSearch: false }} />}
              closeOnClick
            >
              <span className="grow">{title}</span>
              {counts[name] !== undefined && <Count value={counts[name]} className={linkCountStyle} />}
            </MenuLinkItem>
          ))}
        </Fragment>
      ))}
      <MenuSeparator />
      <MenuLinkItem className={menuItemStyle} render={<Link to="/" />} closeOnClick>
        {desk.viewSite}
      </MenuLinkItem>
      <MenuLinkItem className={menuItemStyle} render={<Link to="/profile" search={{ tab: 'settings' }} />} closeOnClick>
        {desk.profile}
      </MenuLinkItem>
      <MenuItem className={menuItemStyle} onClick={() => void signOut()}>
        {messages.auth.signOut}
      </MenuItem>
    </Menu>
  )
}
