import { clsx } from 'clsx'
import { LINE_KIND_NAMES } from '#domain/ledger/line-kinds.ts'
import type { StatementLine } from '#services/contract/contract.ts'
import { Money } from '#ui/components/money.tsx'
import { formatDayTime, timeZoneName } from '#ui/lib/time/format.ts'
import { whatText } from '#ui/model/statement-words.ts'

const cellStyle = 'px-4 py-2 align-baseline max-md:px-3'
const figureStyle = clsx(cellStyle, 'text-right')

/**
 * The lines as a table: where there is room, with money out and money in side by side. On a phone, both share a column,
 * and what a line is about shares the cell of its kind.
 */
export function StatementTable({ lines }: { lines: StatementLine[] }) {
  return (
    <table className="wrapping-rows w-full border-border border-t text-second">
      <thead className="bg-inset text-left text-label text-muted">
        <tr>
          <th scope="col" className={clsx(cellStyle, 'font-normal max-md:hidden')}>
            Time <span className="sr-only">({timeZoneName()})</span>
          </th>
          <th scope="col" className={clsx(cellStyle, 'basis-full font-normal max-md:pl-4')}>
            Kind
          </th>
          <th scope="col" className={clsx(cellStyle, 'font-normal max-md:hidden')}>
            What
          </th>
          <th scope="col" className={clsx(figureStyle, 'font-normal max-lg:hidden')}>
            Ledger
          </th>
          <th scope="col" className={clsx(figureStyle, 'font-normal max-[20rem]:pl-4 md:hidden')}>
            Amount
          </th>
          <th scope="col" className={clsx(figureStyle, 'font-normal max-md:hidden')}>
            Out
          </th>
          <th scope="col" className={clsx(figureStyle, 'font-normal max-md:hidden')}>
            In
          </th>
          <th scope="col" className={clsx(figureStyle, 'font-normal max-md:pr-4')}>
            Balance
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-border">
        {lines.map((line) => (
          <StatementRow key={line.id} line={line} />
        ))}
      </tbody>
    </table>
  )
}

function StatementRow({ line }: { line: StatementLine }) {
  const { at, kind, number, amount, balance } = line
  return (
    <tr>
      <td className={clsx(cellStyle, 'whitespace-nowrap text-muted max-md:hidden')}>
        <time dateTime={at}>{formatDayTime(at)}</time>
      </td>
      <td className={clsx(cellStyle, 'basis-full font-medium max-md:pl-4')}>
        {LINE_KIND_NAMES[kind]}
        <span className="block font-normal text-label text-muted md:hidden">
          {whatText(line)}
          <time dateTime={at} className="block">
            {formatDayTime(at)}
          </time>
        </span>
      </td>
      <td className={clsx(cellStyle, 'max-md:hidden')}>{whatText(line)}</td>
      <td className={clsx(figureStyle, 'font-mono text-label text-muted max-lg:hidden')}>
        #{number.toLocaleString('en-IE')}
      </td>
      <td className={clsx(figureStyle, 'max-[20rem]:pl-4 md:hidden')}>
        <Money amount={amount} signed />
      </td>
      <td className={clsx(figureStyle, 'max-md:hidden')}>{amount < 0 && <Money amount={amount} signed />}</td>
      <td className={clsx(figureStyle, 'max-md:hidden')}>{amount > 0 && <Money amount={amount} signed />}</td>
      <td className={clsx(figureStyle, 'max-md:pr-4')}>
        <Money amount={balance} className="font-semibold" />
      </td>
    </tr>
  )
}
