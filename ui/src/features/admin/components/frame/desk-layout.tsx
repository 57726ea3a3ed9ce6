import { type ReactNode, Suspense } from 'react'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { ReportedElsewhere } from '#ui/components/query-state.tsx'
import { useStreamTopic } from '#ui/lib/live/topics.ts'
import { isServerLost } from '../desk/server-lost.ts'
import { DeskClock } from './desk-clock.tsx'
import { SectionNav } from './section-nav.tsx'
import { StoppedBanner } from './stopped-banner.tsx'
import { DeskTopBar } from './top-bar.tsx'

const LostServer = lazyPart(() => import('./lost-server.tsx'))

/** The frame of every page of the back office: header, navigation and one section. */
export function DeskLayout({ children }: { children: ReactNode }) {
  useStreamTopic('admin')
  return (
    <ReportedElsewhere value={isServerLost}>
      <DeskTopBar />
      <div className="lg:grid lg:grid-cols-[13.5rem_minmax(0,1fr)]">
        <SectionNav />
        <main id="main" tabIndex={-1} className="min-w-0 max-w-[110rem] px-4 py-4 md:px-6">
          <div className="opens-in-order">
            {children}
            <DeskClock className="pt-6 xl:hidden" />
          </div>
          <StoppedBanner />
        </main>
      </div>
      <Suspense fallback={null}>
        <LostServer />
      </Suspense>
    </ReportedElsewhere>
  )
}
