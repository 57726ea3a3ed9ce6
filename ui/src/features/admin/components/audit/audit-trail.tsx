import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AuditLine } from '#services/contract/contract.ts'
import { COUNTED_MAX } from '#services/contract/trail/counted.ts'
import { Button } from '#ui/components/ui/button.tsx'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import { auditTexts as texts } from '#ui/lib/messages/desk/audit.ts'
import { auditPath, auditQuery } from '../../api/audit.ts'
import { type AuditSearch, auditSearch } from '../../model/section-searches.ts'
import { chosenKinds, EVERYTHING, isWithoutPrices } from '../../model/trail/audit-kinds.ts'
import { useDeskSearch } from '../../model/use-desk-search.ts'
import { DeskPage } from '../desk/desk-page.tsx'
import { ExportButton } from '../desk/export-button.tsx'
import { numberText } from '../desk/sentence.tsx'
import { DeskTable } from '../desk/table/desk-table.tsx'
import { auditColumns } from './audit-columns.tsx'
import { AuditFilters } from './audit-filters.tsx'
import { EventDetails } from './audited-event.tsx'
import { LedgerCheckpoint } from './ledger-checkpoint.tsx'
import { useWaitingLines } from './use-waiting-lines.ts'

const PAGE_SIZE = 50

/**
 * The audit trail by filters, or with `of` in the address the whole history of one account or bet. For loading, empty
 * and errors see `DeskTable`.
 */
export function AuditTrailPage() {
  const { search, onSearch } = useDeskSearch(auditSearch)
  const query = useQuery(auditQuery(search))
  const { of, event, before: _, after: __, ...filter } = search
  const isFiltered = Object.values({ ...filter, kind: chosenKinds(filter)?.join() }).some(
    (value) => value !== undefined,
  )
  const isHistory = of !== undefined
  const isWhole = !isFiltered && search.kind === EVERYTHING
  const toggle = ({ number }: AuditLine) => onSearch({ ...search, event: number === event ? undefined : number })
  const narrow = (change: AuditSearch) =>
    onSearch({ ...search, ...change, before: undefined, after: undefined, event: undefined })
  const isNewest = search.before === undefined && search.after === undefined
  const { page: data, waiting, show, follow } = useWaitingLines(query, auditPath(search), isNewest)
  const [first, last] = [data?.lines[0], data?.lines.at(-1)]
  const range =
    first === undefined || last === undefined ? undefined : rangeText(first.number, last.number, isWhole && !isHistory)
  return (
    <DeskPage
      section="audit"
      onReload={follow}
      hint={
        query.data &&
        [hintOf(query.data.matching, query.data.events), !isHistory && isWithoutPrices(search) && texts.withoutPrices]
          .filter(Boolean)
          .join(', ')
      }
      actions={
        isHistory ? undefined : (
          <>
            <ExportButton path={auditPath(search, 'csv')} name="audit.csv" />
            <ExportButton path={auditPath(search, 'jsonl')} name="audit.jsonl" format="JSON lines" />
          </>
        )
      }
    >
      {isHistory && (
        <p className="flex flex-wrap items-baseline gap-x-3 text-body">
          {/* On a line of its own on a phone, where its length moves nothing. */}
          <span className="font-semibold max-md:basis-full">
            {query.isPending ? '\u00a0' : texts.historyOf(data?.about?.title ?? of)}
          </span>
          <Link
            to="/admin/audit"
            className="rounded-sm text-muted underline underline-offset-2 hover:text-text touch-around"
          >
            {texts.backToTrail}
          </Link>
        </p>
      )}
      <DeskTable
        label={texts.lines}
        columns={auditColumns({
          isOpen: ({ number }) => number === event,
          onToggle: toggle,
        })}
        onRow={toggle}
        rows={data?.lines}
        rowKey={({ number }) => String(number)}
        query={query}
        failed={texts.failed}
        expected={PAGE_SIZE}
        isSelected={({ number }) => number === event}
        empty={{
          text: texts.none,
          ...(isFiltered && { action: <Button onClick={() => onSearch({})}>{desk.clear}</Button> }),
        }}
        keys={{
          newer: data?.newer && first !== undefined ? `after ${first.number}` : null,
          older: data?.older && last !== undefined ? `before ${last.number}` : null,
          onKey: (key) => {
            const [side, digits] = key.split(' ')
            const number = Number(digits)
            const place =
              side === 'before' ? { before: number, after: undefined } : { after: number, before: undefined }
            onSearch({ ...search, event: undefined, ...place })
          },
          range,
        }}
        detail={({ number }) => (number === event ? <EventDetails number={number} /> : null)}
        top={
          isHistory ? undefined : (
            <AuditFilters
              search={search}
              game={data?.lines.find(({ fixture }) => fixture?.id === search.fixture)?.fixture?.title}
              isFiltered={isFiltered}
              onNarrow={narrow}
              onClear={() => onSearch({})}
            />
          )
        }
      />
      <p className="text-muted text-second">{texts.addressHint}</p>
      <LedgerCheckpoint />
      {waiting > 0 && (
        // Floats over the lines, so that nothing moves.
        <p className="pointer-events-none sticky bottom-3 z-30 flex h-0 items-end justify-center">
          <Button className="pointer-events-auto shadow-float" onClick={show}>
            {texts.showNew(waiting)}
          </Button>
        </p>
      )}
    </DeskPage>
  )
}

/** Without filters the numbers of a page are consecutive, which shows that nothing is missing. */
const rangeText = (from: number, to: number, isWhole: boolean): string =>
  isWhole ? texts.noGaps(numberText(from), numberText(to)) : `${numberText(from)} – ${numberText(to)}`

function hintOf(matching: number | null, events: number): string | undefined {
  if (matching === null) return undefined
  const count = matching.toLocaleString('en-IE')
  return texts.of(matching === COUNTED_MAX ? `${count}+` : count, events.toLocaleString('en-IE'))
}
