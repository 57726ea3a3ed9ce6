import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyNotice } from '#ui/components/query-state.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { admin } from '#ui/lib/messages/admin.ts'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import { useSession } from '#ui/lib/session.ts'
import { type SectionName, sectionNamed } from '../../model/sections.ts'
import { useReadsOnly } from './for-writers.tsx'

type DeskPageProps = {
  section: SectionName
  /** What is open in the section, for the title of the browser's tab and its history. */
  opened?: string | undefined
  /** Beside the title: how many there are. If it is passed but still undefined, its line is reserved on a phone. */
  hint?: ReactNode
  /** At the right end of the title's line: exports, links to forms. */
  actions?: ReactNode
  /** Called when the user reloads everything. */
  onReload?: () => void
  children: ReactNode
}

/** A section at its own address: title, signed-in user, reload button and content. */
export function DeskPage(props: DeskPageProps) {
  const { section, opened, hint, actions, onReload, children } = props
  const name = useSession()?.user.username ?? ''
  const shown = sectionNamed(section)
  const isClosed = useReadsOnly() && 'forWriters' in shown
  return (
    <>
      <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        {/* On a phone a hint has a line of its own below the buttons, which do not move when it appears. */}
        <div className="flex min-w-0 flex-wrap items-baseline gap-x-2 max-md:contents">
          <PageTitle documentTitle={opened === undefined ? shown.title : `${opened} · ${shown.title}`}>
            {shown.title}
          </PageTitle>
          {'hint' in props && (
            <p className="min-h-4.5 text-muted text-second max-md:order-1 max-md:basis-full">{hint}</p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <p className="text-muted text-second max-md:hidden">{admin.loggedInAs(name)}</p>
          {!isClosed && actions}
          <ReloadButton {...(onReload && { onReload })} />
        </div>
      </div>
      <div className="opens-in-order flex flex-col gap-3">
        {isClosed ? <EmptyNotice>{desk.onlyForAdmins}</EmptyNotice> : children}
      </div>
    </>
  )
}

/** A card around anything but a table, such as a form. */
export const DeskCard = ({ children }: { children: ReactNode }) => (
  <div className="rounded-card border border-border bg-surface">{children}</div>
)

/** Refetches everything that the back office shows. */
export function ReloadButton({ onReload }: { onReload?: () => void }) {
  const client = useQueryClient()
  const isFetching = useIsFetching({ queryKey: ['admin'] }) > 0
  const reload = () => {
    onReload?.()
    void client.invalidateQueries({ queryKey: ['admin'] })
  }
  return (
    <Button size="sm" disabled={isFetching} onClick={reload}>
      <RefreshCw aria-hidden="true" className={clsx('size-3.5', isFetching && 'animate-spin')} />
      {desk.reload}
    </Button>
  )
}
