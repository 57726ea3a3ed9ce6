import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { marketName } from '#domain/settlement/market-names.ts'
import type { Bet } from '#services/contract/contract.ts'
import { QueryState } from '#ui/components/query-state.tsx'
import { Dialog } from '#ui/components/ui/dialog.tsx'
import { Skeletons } from '#ui/components/ui/skeleton.tsx'
import { betsErrorText } from '#ui/data/bets.ts'
import { formatDayTime, timeZoneName } from '#ui/lib/time/format.ts'
import { historyQuery } from '../api/history.ts'
import { type HistoryLine, historyLines } from '../model/history-steps.ts'
import { betName } from '../model/settlement-text.ts'
import { Receipts } from './receipts.tsx'

type HistoryDialogProps = { bet: Bet; open: boolean; onOpenChange: (open: boolean) => void }

/**
 * A dialog with everything that happened to a bet, newest last. For loading and errors see `QueryState`. Load it
 * lazily.
 */
export default function HistoryDialog({ bet, open, onOpenChange }: HistoryDialogProps) {
  const query = useQuery(historyQuery(bet.id))
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={
        <>
          <span className="sr-only">History of </span>
          {betName(bet)}
        </>
      }
      description={`Times are ${timeZoneName()}.`}
    >
      <div className="pt-4">
        <QueryState
          query={query}
          loading="Loading its history…"
          skeleton={<Skeletons count={4} className="mb-2 h-12 rounded-control" />}
          errorMessage={betsErrorText}
        >
          {(history) => <Chain lines={historyLines(history)} />}
        </QueryState>
        <Receipts bet={bet} />
      </div>
    </Dialog>
  )
}

/** The accent dot marks the latest step. */
function Chain({ lines }: { lines: HistoryLine[] }) {
  return (
    <ol className="flex flex-col">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order of a history never changes, and its lines have no ids
        <li key={index} className="relative flex gap-3 pb-4 pl-5 last:pb-0">
          <span
            aria-hidden="true"
            className={clsx(
              'absolute top-1.5 left-0 size-2.5 rounded-full border-2',
              index === lines.length - 1 ? 'border-accent bg-accent' : 'border-strong',
            )}
          />
          {index < lines.length - 1 && (
            <span aria-hidden="true" className="absolute top-4 bottom-0 left-1 w-px bg-border" />
          )}
          <div className="min-w-0 flex-1">
            <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-body">
              <span className="font-medium">{line.title}</span>
              <time dateTime={line.at} className="text-muted text-second">
                {formatDayTime(line.at)}
              </time>
            </p>
            {line.details.map((detail) => (
              <p key={detail} className="text-muted text-second">
                {detail}
              </p>
            ))}
            {line.rules.map((market) => (
              <p key={market} className="text-second">
                Rule:{' '}
                <Link to="/rules" hash={market} className="underline decoration-strong underline-offset-2">
                  {marketName(market)}
                </Link>
              </p>
            ))}
            {line.number !== null && (
              <p className="font-mono text-label text-muted">#{line.number.toLocaleString('en-IE')}</p>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
