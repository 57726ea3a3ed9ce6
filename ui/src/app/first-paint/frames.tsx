import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { deskLinkStyle } from '#ui/features/admin/components/frame/desk-link-style.ts'
import { type SectionName, sectionGroups } from '#ui/features/admin/model/sections.ts'
import { PlainLogo } from '#ui/layout/logo.tsx'
import { BOTTOM_ITEMS, bottomItemStyle, navItemStyle } from '#ui/layout/nav-items.ts'
import { admin } from '#ui/lib/messages/admin.ts'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import { messages } from '#ui/lib/messages.ts'

export type MainAddress = '/' | '/sports' | '/my-bets' | '/livegames' | '/profile'

const MAIN_ITEMS: readonly (readonly [MainAddress, string])[] = [
  ['/', 'Home'],
  ['/sports', 'Sports'],
  ['/my-bets', messages.bets.title],
  ['/livegames', 'Live'],
  ['/profile', 'Profile'],
]

const currentIf = (isCurrent: boolean) => (isCurrent ? 'page' : undefined)

const bar = 'sticky top-0 z-40 border-border border-b bg-page'

type ShellFrameProps = {
  /** The navigation item that the page belongs to. */
  current?: MainAddress | undefined
  /** Above the page and the slip beside it. */
  top?: ReactNode
  children: ReactNode
}

/**
 * Looks like `Shell`, without links: the script adds who is signed in and everything that moves. Taller than the
 * window, as pages are.
 */
export function ShellFrame({ current, top, children }: ShellFrameProps) {
  return (
    <div aria-hidden="true">
      <div className={bar}>
        <div className="frame relative flex h-(--header-height) items-center gap-1 sm:gap-2">
          <PlainLogo hasNote />
          <div className="ml-3 hidden items-center lg:flex">
            {MAIN_ITEMS.map(([to, label]) => (
              <span key={to} aria-current={currentIf(to === current)} className={navItemStyle}>
                {to === '/livegames' && <span className="size-1.5 rounded-full bg-muted" />}
                {label}
                {to === '/livegames' && <span className="w-9" />}
              </span>
            ))}
          </div>
        </div>
      </div>
      <div className="frame grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] gap-x-6 xl:grid-cols-[minmax(0,1fr)_23.75rem]">
        <div className="col-span-full min-w-0 overflow-hidden">{top}</div>
        <div className="min-w-0 pt-4">{children}</div>
      </div>
      <div className="fixed inset-x-0 bottom-0 z-40 border-border border-t bg-page pb-[env(safe-area-inset-bottom)] lg:hidden">
        <div className="grid h-(--bottom-nav-height) grid-cols-4">
          {BOTTOM_ITEMS.map(({ to, label, icon: Icon }) => (
            <span key={to} aria-current={currentIf(to === current)} className={bottomItemStyle}>
              <Icon className="size-5" strokeWidth={1.75} />
              {label}
            </span>
          ))}
        </div>
      </div>
    </div>
  )
}

/** The sign-in page and those like it: a card below the wordmark. */
export function SignInFrame() {
  return (
    <div aria-hidden="true" className="min-h-dvh">
      <div className="mx-auto flex h-(--header-height) w-full max-w-[90rem] items-center px-4 md:px-6 xl:px-12">
        <PlainLogo />
      </div>
      <div className="mx-auto w-full max-w-[26rem] px-4 pt-6 md:pt-14">
        <div className="flex flex-col gap-5 rounded-slip border border-border bg-surface p-5 md:p-6">
          <Skeleton className="h-7 w-28" />
          <Skeleton className="h-4.5 w-64 max-w-full" />
          <Skeleton className="h-12 rounded-control" />
          <Skeleton className="h-16 rounded-control" />
          <Skeleton className="h-16 rounded-control" />
          <Skeleton className="h-11 rounded-control" />
        </div>
      </div>
    </div>
  )
}

type DeskFrameProps = { title: string; current?: SectionName | undefined; children: ReactNode }

/** Looks like `DeskLayout` with a `DeskPage`. */
export function DeskFrame({ title, current, children }: DeskFrameProps) {
  return (
    <div aria-hidden="true">
      <div className={clsx(bar, 'flex h-(--header-height) items-center gap-2 px-4 md:px-6')}>
        <PlainLogo />
        <span className="whitespace-nowrap text-body text-muted max-sm:hidden">{admin.title}</span>
      </div>
      <div className="min-h-dvh lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)]">
        <div className="sticky top-(--header-height) hidden h-[calc(100dvh-var(--header-height))] overflow-hidden border-border border-r px-3 py-3 lg:block">
          <span aria-current={currentIf(current === undefined)} className={deskLinkStyle}>
            {admin.panel}
          </span>
          {sectionGroups(false).map(([group, sections]) => (
            <div key={group}>
              {desk.groups[group] !== '' && (
                <p className="px-3 pt-3 pb-0.5 text-muted text-second">{desk.groups[group]}</p>
              )}
              {sections.map((section) => (
                <span key={section.name} aria-current={currentIf(section.name === current)} className={deskLinkStyle}>
                  <span className="min-w-0 grow truncate">{section.title}</span>
                </span>
              ))}
            </div>
          ))}
        </div>
        <div className="min-w-0 max-w-[110rem] px-4 py-4 md:px-6">
          <div className="mb-3 flex min-h-9 items-center">
            <p className="text-title">{title}</p>
          </div>
          {children}
        </div>
      </div>
    </div>
  )
}
