import { clsx } from 'clsx'
import { formatCents } from '#ui/lib/money.ts'

export type MoneyChange = { readonly label: string; readonly before: number; readonly after: number }

/** `cents`: the difference. */
export const changeOf = (label: string, before: number, cents: number): MoneyChange => ({
  label,
  before,
  after: before + cents,
})

type MoneyChangesProps = {
  /** In cents. */
  changes: readonly MoneyChange[]
  /** The label of the last row, if the sum of the changes means anything. */
  total?: string
}

/** The money that an action moves: each balance before and after. */
export function MoneyChanges({ changes, total }: MoneyChangesProps) {
  const sum = (side: 'before' | 'after') => changes.reduce((cents, change) => cents + change[side], 0)
  const rows =
    total === undefined ? changes : [...changes, { label: total, before: sum('before'), after: sum('after') }]
  return (
    <dl className="mt-4 flex flex-col gap-1.5 text-second">
      {rows.map(({ label, before, after }) => (
        <div
          key={label}
          className={clsx(
            'flex flex-wrap justify-between gap-x-3',
            label === total && 'border-border border-t pt-1.5 font-semibold',
          )}
        >
          <dt className="min-w-0 text-muted">{label}</dt>
          <dd className="ml-auto whitespace-nowrap tabular-nums">
            <BeforeAfter before={formatCents(before)} after={formatCents(after)} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Before → after, in one cell. */
export function BeforeAfter({ before, after }: { before: string; after: string }) {
  return (
    <>
      <span className="text-muted">{before} → </span>
      <span className="font-semibold">{after}</span>
    </>
  )
}
