import type { ReactNode } from 'react'
import { Money } from '#ui/components/money.tsx'
import { desk } from '#ui/lib/messages/admin-desk.ts'
import { Tile, Tiles } from './tiles.tsx'

type SumTilesProps = {
  label: string
  /** In euros. Undefined while loading; null if they are not added up. */
  sums:
    | { readonly bets: number; readonly staked: number; readonly returned: number; readonly profit: number }
    | null
    | undefined
  betsHint?: ReactNode
  /** Says whose profit it is. */
  profitLabel: string
  profitHint?: ReactNode
}

/** Totals over the bets of a whole list, whichever page is shown. */
export function SumTiles(props: SumTilesProps) {
  const { label, sums, betsHint, profitLabel, profitHint } = props
  const unknown = sums === null ? desk.unknownSum : undefined
  return (
    <Tiles label={label}>
      <Tile label={desk.sums.bets} {...('betsHint' in props && { hint: betsHint, isLongHint: true })}>
        {sums ? sums.bets.toLocaleString('en-IE') : unknown}
      </Tile>
      <Tile label={desk.sums.staked}>{sums ? <Money amount={sums.staked} /> : unknown}</Tile>
      <Tile label={desk.sums.returned}>{sums ? <Money amount={sums.returned} /> : unknown}</Tile>
      <Tile label={profitLabel} {...('profitHint' in props && { hint: profitHint })}>
        {sums ? <Money amount={sums.profit} signed toned /> : unknown}
      </Tile>
    </Tiles>
  )
}
