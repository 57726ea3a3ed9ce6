import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { marketName } from '#domain/settlement/market-names.ts'
import type { Game } from '#services/contract/contract.ts'
import { lazyPart } from '#ui/components/lazy-part.ts'
import { prices as texts } from '#ui/lib/messages/prices.ts'
import { messages } from '#ui/lib/messages.ts'
import type { ShownMarket } from '../../model/markets/shown-market.ts'

const PriceHistoryDialog = lazyPart(() => import('../prices/price-history-dialog.tsx'))

const linkStyle = 'flex items-center rounded-control px-2 py-1 hover:text-text touch'

/** Below the prices of a market: links to the price history and to how the market settles. */
export function MarketLinks({ game, market }: { game: Game; market: ShownMarket }) {
  const [isOpen, setOpen] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  const name = marketName(market.key)
  return (
    <div className="-mt-1 flex justify-end gap-1 px-2 pb-2 text-muted text-second pointer-coarse:-mt-2 pointer-coarse:pb-0">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`${texts.link}: ${name}`}
        onClick={() => {
          setLoaded(true)
          setOpen(true)
        }}
        className={linkStyle}
      >
        {texts.link}
      </button>
      <Link to="/rules" hash={market.key} aria-label={`${messages.rules.link}: ${name}`} className={linkStyle}>
        {messages.rules.link}
      </Link>
      {isLoaded && (
        <Suspense fallback={null}>
          <PriceHistoryDialog game={game} market={market} open={isOpen} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  )
}
