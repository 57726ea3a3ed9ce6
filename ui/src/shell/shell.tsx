import type { ReactNode } from 'react'
import { Footer } from '#ui/layout/footer.tsx'
import { SkipLink } from '#ui/layout/skip-link.tsx'
import { useStreamTopic } from '#ui/lib/live/topics.ts'
import { BottomNav } from './bottom-nav.tsx'
import { FeedNote } from './feed-note.tsx'
import { Header } from './header.tsx'
import { SlipRail } from './slip-rail.tsx'

/** The frame of every page but sign-in and the back office. */
export function Shell({ children }: { children: ReactNode }) {
  useStreamTopic('live')
  return (
    <>
      <SkipLink />
      <Header />
      <FeedNote />
      <div className="mx-auto grid min-h-[calc(100dvh-var(--header-height))] max-w-[90rem] grid-cols-[minmax(0,1fr)] content-start gap-6 px-4 pt-5 md:px-6 lg:grid-cols-[minmax(0,1fr)_23.75rem] xl:px-12">
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <SlipRail />
      </div>
      <Footer />
      {/* Keeps the end of the page clear of the fixed navigation and the slip's peek bar. */}
      <div aria-hidden="true" className="h-[calc(var(--bottom-nav-height)+env(safe-area-inset-bottom))]" />
      <BottomNav />
    </>
  )
}
