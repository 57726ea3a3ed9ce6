import { clsx } from 'clsx'
import { useRef, useState } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { EmptyNotice } from '#ui/components/query-state.tsx'
import { Collapsible } from '#ui/components/ui/collapsible.tsx'
import { TextField } from '#ui/components/ui/field.tsx'
import { messages } from '#ui/lib/messages.ts'
import { formatOdds } from '#ui/lib/odds-format.ts'
import { marketName } from '#ui/model/market-names.ts'
import { betKeyOf, selectionOf } from '#ui/model/slip/selection.ts'
import { type Market, outcomeName, sortedOutcomes, withSuspended } from '../../model/markets/market-outcomes.ts'
import { closedReason as gameClosedReason, type OddsState } from '../../model/markets/price.ts'
import { usePicks } from '../../model/use-picks.ts'
import { OddsButton } from '../odds-button.tsx'

const SEARCH_FROM = 15
const OPEN_COUNT = 4

/** All markets of a game as collapsible cards. A market that is taken down stays in its place, suspended. */
export function Markets({ game }: { game: Game }) {
  const [search, setSearch] = useState('')
  const knownMarkets = useRef<Market[]>([])
  const markets = withSuspended(knownMarkets.current, game)
  knownMarkets.current = markets.map(({ market }) => market)
  if (markets.length === 0)
    return (
      <div className="mt-4">
        <EmptyNotice hint={gameClosedReason(game)}>{messages.event.noMarkets}</EmptyNotice>
      </div>
    )
  const term = search.trim().toLowerCase()
  const shown = markets.filter(({ market }) => marketName(market.key).toLowerCase().includes(term))
  return (
    // Focused buttons scroll to below the sticky scoreboard.
    <div className="mt-4 flex flex-col gap-3 [&_button]:scroll-mt-36">
      {markets.length > SEARCH_FROM && (
        <TextField
          label="Find a market"
          type="search"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {shown.map(({ market, isSuspended }, index) => (
        <Collapsible key={market.key} title={marketName(market.key)} defaultOpen={index < OPEN_COUNT}>
          <Outcomes
            game={game}
            market={market}
            closedReason={gameClosedReason(game) ?? (isSuspended ? messages.event.locked : null)}
          />
        </Collapsible>
      ))}
      {shown.length === 0 && <EmptyNotice>No markets match.</EmptyNotice>}
    </div>
  )
}

function stateOf(game: Game, price: number | null, closedReason: string | null): { state: OddsState; reason?: string } {
  if (closedReason) return { state: 'locked', reason: closedReason }
  if (price === null) return { state: 'missing' }
  return game.stale ? { state: 'indicative', reason: messages.event.stale } : { state: 'offered' }
}

function Outcomes({ game, market, closedReason }: { game: Game; market: Market; closedReason: string | null }) {
  const { selectedKey, pick } = usePicks()
  const outcomes = sortedOutcomes(game, market)
  return (
    <div className={clsx('grid gap-2 p-3', outcomes.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2')}>
      {outcomes.map(({ outcome, index }) => {
        const point = outcome.point ?? null
        const key = betKeyOf({ eventId: game.id, marketKey: market.key, point, selection: outcome.name })
        return (
          <OddsButton
            key={key}
            label={outcomeName(outcome)}
            outcome={marketName(market.key)}
            odds={outcome.price === null ? null : formatOdds(outcome.price)}
            {...stateOf(game, outcome.price, closedReason)}
            isSelected={key === selectedKey(game.id)}
            onPick={() => {
              const selection = selectionOf(game, market.key, index)
              if (selection) pick(selection)
            }}
          />
        )
      })}
    </div>
  )
}
