import { Link } from '@tanstack/react-router'
import type { AuditLine } from '#services/contract/contract.ts'
import { auditTexts } from '#ui/lib/messages/desk/audit.ts'
import { formatDaySeconds } from '#ui/lib/time/seconds.ts'
import { BeforeAfter } from '../desk/money-changes.tsx'
import { numberText, Sentence } from '../desk/sentence.tsx'
import type { Column } from '../desk/table/column.ts'

const { columns: titles } = auditTexts

/** As wide as its text, up to a maximum at which it wraps. */
const WRAPPED = 'md:block md:w-max md:whitespace-normal [overflow-wrap:anywhere]'

type Opening = { readonly isOpen: (line: AuditLine) => boolean; readonly onToggle: (line: AuditLine) => void }

export const auditColumns = ({ isOpen, onToggle }: Opening): readonly Column<AuditLine>[] => [
  {
    key: 'number',
    title: titles.number,
    cell: (line) => (
      <button
        type="button"
        aria-expanded={isOpen(line)}
        aria-label={auditTexts.openDetails(numberText(line.number))}
        onClick={() => onToggle(line)}
        className="rounded-sm font-mono text-muted underline underline-offset-2 hover:text-text touch-around"
      >
        {numberText(line.number)}
      </button>
    ),
  },
  {
    key: 'when',
    title: titles.when,
    cell: ({ at }) => (
      <time dateTime={at} className="whitespace-nowrap text-muted">
        {formatDaySeconds(at)}
      </time>
    ),
  },
  { key: 'who', title: titles.who, cell: ({ who }) => <span className="font-medium">{who.name}</span> },
  { key: 'what', title: titles.what, isWide: true, cell: (line) => <What line={line} /> },
  { key: 'change', title: titles.change, cell: changeOf },
  {
    key: 'reason',
    title: titles.reason,
    cell: ({ reason, approvedBy }) => {
      const approved = approvedBy === null ? null : auditTexts.approvedBy(approvedBy.name)
      const why = [reason, approved].filter((part) => part !== null)
      return why.length === 0 ? null : <span className={`text-muted md:max-w-44 ${WRAPPED}`}>{why.join(', ')}</span>
    },
  },
  {
    key: 'ip',
    title: titles.ip,
    hint: auditTexts.addressHint,
    isNamed: true,
    cell: ({ ip }) => ip && <span className="text-muted">{ip}</span>,
  },
]

/** The sentence, with a link to the whole history of its bet, or else of its account. */
const What = ({ line: { what, bet, on } }: { line: AuditLine }) => {
  const of = bet ?? on?.id
  return (
    <>
      <Sentence what={what} />{' '}
      {of !== undefined && (
        <Link
          to="/admin/audit"
          search={{ of }}
          aria-label={auditTexts.historyOf(bet === null ? on!.name : `bet ${bet.slice(0, 8)}`)}
          className="rounded-sm text-muted text-second underline underline-offset-2 hover:text-text touch-around"
        >
          {auditTexts.history}
        </Link>
      )}
    </>
  )
}

const changeOf = ({ before, after }: AuditLine) =>
  before === null && after === null ? null : (
    <span className={`md:max-w-56 ${WRAPPED}`}>
      <BeforeAfter before={before ?? '–'} after={after ?? '–'} />
    </span>
  )
