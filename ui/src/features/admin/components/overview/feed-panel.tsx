import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { FeedHealth } from '#services/contract/contract.ts'
import { feed as texts } from '#ui/lib/messages/desk/figures.ts'
import { feedHealthQuery } from '../../api/figures.ts'
import { sectionNamed } from '../../model/sections.ts'
import { DeskPanel } from '../desk/desk-panel.tsx'
import { PanelState } from '../desk/panel-state.tsx'
import { Ago } from '../feed/ago.tsx'
import { FeedBadge } from '../feed/feed-figures.tsx'

const FACTS = 3

/** Whether prices and scores are coming in, and the credits left. For loading and errors see `PanelState`. */
export function FeedPanel({ aside }: { aside: ReactNode }) {
  const query = useQuery(feedHealthQuery())
  const { data } = query
  return (
    <DeskPanel
      title={sectionNamed('feed-health').title}
      hint={data && <FeedBadge status={data.status} />}
      aside={aside}
    >
      <PanelState query={query} failed={texts.failed} expected={FACTS} />
      {data && (
        <dl className="divide-y divide-border text-second">
          <Fact name={texts.prices}>
            <Ago at={newest(data, 'odds')} />
          </Fact>
          <Fact name={texts.scores}>
            <Ago at={newest(data, 'scores')} />
          </Fact>
          <Fact name={texts.credits}>
            {data.credits.remaining === null ? texts.noCredits : data.credits.remaining.toLocaleString('en-IE')}
          </Fact>
        </dl>
      )}
    </DeskPanel>
  )
}

/** When any league was last read. ISO instants of the same form sort as text. */
const newest = ({ leagues }: FeedHealth, kind: 'odds' | 'scores'): string | null =>
  leagues
    .flatMap((league) => league[kind].readAt ?? [])
    .toSorted()
    .at(-1) ?? null

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-3 px-4 py-2">
    <dt className="text-muted">{name}</dt>
    <dd className="font-medium">{children}</dd>
  </div>
)
