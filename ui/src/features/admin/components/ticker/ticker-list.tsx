import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { TickerBet } from '#services/contract/contract.ts'
import { FilterChips } from '#ui/components/filter-chips.tsx'
import { Badge } from '#ui/components/ui/badge.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { useStreamState } from '#ui/lib/live/stream-state.ts'
import { useStreamTopic } from '#ui/lib/live/topics.ts'
import { ticker as texts } from '#ui/lib/messages/desk/figures.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { tickerQuery } from '../../api/figures.ts'
import { DeskTable } from '../desk/table/desk-table.tsx'
import { tickerColumns } from './ticker-columns.tsx'

type Which = 'big' | 'in-play'

type TickerListProps = {
  /** The maximum number of bets shown. */
  most: number
  heading?: ReactNode
  /** At the right end: a link to the whole section. */
  aside?: ReactNode
}

/**
 * The newest bets as they are placed; stakes in euros. While paused, it keeps what it shows and counts new bets. For
 * loading, empty and errors see `DeskTable`.
 */
export function TickerList({ most, heading, aside }: TickerListProps) {
  useStreamTopic('ticker')
  const query = useQuery(tickerQuery())
  const [which, setWhich] = useState<Which | null>(null)
  const [kept, setKept] = useState<readonly TickerBet[] | null>(null)
  const { bets: known, bigStake } = query.data ?? {}
  const waiting = kept === null ? 0 : (known ?? []).filter(({ number }) => number > (kept[0]?.number ?? -1)).length
  const rows = (kept ?? known)?.filter((bet) => isWanted(bet, which)).slice(0, most)
  return (
    <DeskTable
      label={texts.list}
      columns={tickerColumns}
      rows={rows}
      rowKey={({ id }) => id}
      query={query}
      failed={texts.failed}
      expected={Math.min(most, 10)}
      empty={which === null ? { text: texts.empty, hint: texts.emptyHint } : { text: texts.noneSuch }}
      top={
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-border border-b px-4 py-1.5">
          {heading}
          <State isPaused={kept !== null} />
          <span className="ml-auto" />
          <FilterChips
            isDense
            label={texts.which}
            chips={[
              { value: null, label: texts.all },
              {
                value: 'big',
                label:
                  bigStake === undefined ? <BigPlaceholder /> : texts.big(formatEuros(bigStake).replace('.00', '')),
              },
              { value: 'in-play', label: texts.inPlay },
            ]}
            value={which}
            onChange={(value) => setWhich(value as Which | null)}
          />
          <Button
            size="sm"
            aria-pressed={kept !== null}
            disabled={known === undefined}
            onClick={() => setKept(kept === null ? (known ?? []) : null)}
          >
            {kept === null ? texts.pause : texts.resume}
          </Button>
          {/* At the right end also where it is in a line of its own. */}
          {aside !== undefined && <span className="max-md:ml-auto">{aside}</span>}
        </div>
      }
      foot={
        waiting > 0 ? (
          <p role="status" className="border-border border-t px-4 py-2 text-muted text-second">
            {texts.waiting(waiting)}
          </p>
        ) : undefined
      }
    />
  )
}

/** As wide as most of what replaces it. */
const BigPlaceholder = () => (
  <span className="grid justify-items-center *:col-start-1 *:row-start-1">
    <span>{texts.bigAtAll}</span>
    <span aria-hidden="true" className="invisible">
      {texts.big('€100')}
    </span>
  </span>
)

const isWanted = ({ isBig, legs }: TickerBet, which: Which | null): boolean =>
  which === null || (which === 'big' ? isBig : legs.some(({ inPlay }) => inPlay))

function State({ isPaused }: { isPaused: boolean }) {
  const stream = useStreamState()
  if (isPaused) return <Badge tone="warning">{texts.paused}</Badge>
  return stream === 'live' ? <Badge tone="accent">{texts.live}</Badge> : <Badge>{texts.behind}</Badge>
}
