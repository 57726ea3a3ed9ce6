import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Money } from '#ui/components/money.tsx'
import { figures, liability as texts } from '#ui/lib/messages/desk/figures.ts'
import { printedName } from '#ui/model/outcome-name.ts'
import { liabilityQuery } from '../../api/figures.ts'
import { DeskPanel } from '../desk/desk-panel.tsx'
import { PanelState } from '../desk/panel-state.tsx'
import { ExposureBar } from '../liability/exposure-bar.tsx'

const SHOWN = 5

/**
 * The outcomes with the highest exposure, in euros; a text if no bet is open. For loading and errors see `PanelState`.
 */
export function WorstPanel({ aside }: { aside: ReactNode }) {
  const query = useQuery(liabilityQuery())
  const { data } = query
  return (
    <DeskPanel title={figures.exposed} aside={aside}>
      <PanelState query={query} failed={texts.failed} expected={SHOWN} />
      {data?.outcomes.length === 0 && <p className="px-4 py-3 text-muted text-second">{texts.empty}</p>}
      <ul className="divide-y divide-border">
        {data?.outcomes.slice(0, SHOWN).map(({ eventId, market, point, selection, name, exposure, ...game }) => (
          <li key={`${eventId} ${market} ${point} ${selection}`} className="px-4 py-2 text-second">
            <p className="flex justify-between gap-3 font-medium">
              <Link
                to="/admin/liability"
                search={{ event: eventId }}
                className="min-w-0 rounded-sm [overflow-wrap:anywhere] hover:underline touch-around"
              >
                {game.home_team} vs {game.away_team}
              </Link>
              <Money amount={exposure} />
            </p>
            <p className="mt-1 flex items-center gap-3 text-muted">
              <span className="min-w-0 shrink-0 basis-1/2 truncate max-[20rem]:whitespace-normal">
                {texts.outcome} {printedName(name)}
              </span>
              <ExposureBar exposure={exposure} worst={data.worst} />
            </p>
          </li>
        ))}
      </ul>
    </DeskPanel>
  )
}
