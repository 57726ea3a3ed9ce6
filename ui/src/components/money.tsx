import { clsx } from 'clsx'
import { formatEuros } from '#ui/lib/money.ts'

type MoneyProps = {
  /** In euros, as in the server's replies: a number, or a text with two decimals. */
  amount: number | string
  /** Adds a plus to positive amounts. */
  signed?: boolean
  /** Green above zero, red below; `from-zero`: zero is green too. The sign shows it too. */
  toned?: boolean | 'from-zero'
  className?: string
}

/** An amount in euros, as all screens show them: '€1,204.10'. */
export function Money({ amount, signed = false, toned = false, className }: MoneyProps) {
  const value = Number(amount)
  const isGreen = value > 0 || (value === 0 && toned === 'from-zero')
  const tone = toned !== false && (value < 0 ? 'text-lost' : isGreen && 'text-accent')
  return <span className={clsx('whitespace-nowrap tabular-nums', tone, className)}>{formatEuros(amount, signed)}</span>
}
