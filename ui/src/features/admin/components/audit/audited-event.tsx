import { useQuery } from '@tanstack/react-query'
import type { AuditedEvent, AuditLine } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { ErrorNotice } from '#ui/components/query-state.tsx'
import { Skeleton } from '#ui/components/ui/skeleton.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { auditTexts as texts } from '#ui/lib/messages/desk/audit.ts'
import { formatDaySeconds } from '#ui/lib/time/seconds.ts'
import { auditedEventQuery } from '../../api/audit.ts'
import { numberText, Sentence, TrailLink } from '../desk/sentence.tsx'
import { ownError } from '../desk/server-lost.ts'
import { CopyButton } from './copy-button.tsx'

/**
 * What led to an event and what followed from it, the money that it moved, and the event as stored. A skeleton while
 * loading; an error with a retry in its place.
 */
export function EventDetails({ number }: { number: number }) {
  const query = useQuery(auditedEventQuery(number))
  if (ownError(query.error) !== null) {
    return (
      <ErrorNotice
        message={errorText(query.error, texts.eventFailed)}
        busy={query.isFetching}
        onRetry={() => query.refetch()}
      />
    )
  }
  if (query.data === undefined) return <Skeleton className="h-32 w-full" />
  return <Details event={query.data} />
}

function Details({ event }: { event: AuditedEvent }) {
  const { line, causes, effects, moreEffects, postings } = event
  return (
    <section aria-label={texts.details(numberText(line.number))} className="grid gap-4 py-2 text-second lg:grid-cols-2">
      <div className="min-w-0">
        <Lines title={texts.causes} lines={causes} none={texts.noCauses} />
        <p className="my-2 border-accent border-l-2 pl-3 font-medium">
          <Sentence what={line.what} />
        </p>
        <Lines title={texts.effects} lines={effects} none={texts.noEffects} />
        {moreEffects && <p className="text-muted">{texts.more}</p>}
      </div>
      <div className="min-w-0">
        {postings.length > 0 && (
          <>
            <h2 className="text-muted">{texts.moved}</h2>
            <ul className="mb-3">
              {postings.map(({ from, to, amount }) => (
                <li key={`${from} ${to}`} className="flex justify-between gap-3">
                  <span className="min-w-0 [overflow-wrap:anywhere]">
                    {ledgerName(from)} → {ledgerName(to)}
                  </span>
                  <Money amount={amount} className="font-semibold" />
                </li>
              ))}
            </ul>
          </>
        )}
        <p className="text-muted [overflow-wrap:anywhere]">{texts.command(line.command)}</p>
        <Raw raw={event.raw} />
      </div>
    </section>
  )
}

/** 'wallet' for 'user:…:wallet'; accounts of the house in full. */
const ledgerName = (account: string): string => {
  const parts = account.split(':')
  return parts[0] === 'house' ? parts.join(' ') : parts.length === 3 ? parts[2]! : parts[0]!
}

function Lines({ title, lines, none }: { title: string; lines: readonly AuditLine[]; none: string }) {
  return (
    <>
      <h2 className="text-muted">{title}</h2>
      {lines.length === 0 && <p className="text-muted">{none}</p>}
      <ol className="flex flex-col gap-1">
        {lines.map(({ number, at, what }) => (
          <li key={number} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-baseline gap-3">
            <TrailLink number={number} />
            <span>
              <Sentence what={what} />
            </span>
            <time dateTime={at} className="whitespace-nowrap text-muted">
              {formatDaySeconds(at)}
            </time>
          </li>
        ))}
      </ol>
    </>
  )
}

function Raw({ raw }: { raw: string | null }) {
  return (
    <>
      <div className="mt-2 flex items-center justify-between">
        <h2 className="text-muted">{texts.raw}</h2>
        {raw !== null && <CopyButton text={raw} />}
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        tabIndex={0}
        aria-label={texts.raw}
        className="max-h-48 overflow-auto whitespace-pre-wrap rounded-control bg-page p-3 font-mono text-[0.75rem] leading-5 [overflow-wrap:anywhere]"
      >
        {raw ?? texts.notStored}
      </section>
    </>
  )
}
