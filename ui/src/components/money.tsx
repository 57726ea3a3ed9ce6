import { clsx } from 'clsx'
import { formatEuros } from '#ui/lib/money.ts'

export type MoneyProps = {
  /** In euros, as the server replies it: a number or a text with two decimals. */
  amount: number | string
  /** A plus before what is above zero. */
  signed?: boolean
  /** Green above or at zero, red below; the sign says it too. */
  toned?: boolean
  className?: string
}

/** Every amount in the product is shown by this. */
export function Money({ amount, signed = false, toned = false, className }: MoneyProps) {
  const tone = toned ? (Number(amount) < 0 ? 'text-lost' : 'text-accent') : undefined
  return <span className={clsx('whitespace-nowrap tabular-nums', tone, className)}>{formatEuros(amount, signed)}</span>
}
