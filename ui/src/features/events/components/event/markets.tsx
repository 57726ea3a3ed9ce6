import { clsx } from 'clsx'
import { useRef, useState } from 'react'
import type { Game } from '#services/contract/contract.ts'
import { EmptyNotice } from '#ui/components/query-state.tsx'
import { Collapsible } from '#ui/components/ui/collapsible.tsx'
import { TextField } from '#ui/components/ui/field.tsx'
import { messages } from '#ui/lib/messages.ts'
import { betKeyOf, marketNameOf, selectionOf } from '#ui/model/slip/selection.ts'
import { type Market, outcomeName, sortedOutcomes, withSuspended } from '../../model/markets/market-outcomes.ts'
import { closedReason } from '../../model/markets/price.ts'
import { usePicks } from '../../model/use-picks.ts'
import { OddsButton } from '../odds-button.tsx'

const SEARCH_FROM = 15
const OPEN_AT_FIRST = 4

/** Every market of the game with its prices; each folds away. One that is taken down stays in its place, suspended. */
export function Markets({ game }: { game: Game }) {
  const [search, setSearch] = useState('')
  const known = useRef<Market[]>([])
  const markets = withSuspended(known.current, game)
  known.current = markets.map(({ market }) => market)
  if (markets.length === 0)
    return (
      <div className="mt-4">
        <EmptyNotice hint={closedReason(game)}>{messages.event.noMarkets}</EmptyNotice>
      </div>
    )
  const wanted = search.trim().toLowerCase()
  const shown = markets.filter(({ market }) => marketNameOf(market.key).toLowerCase().includes(wanted))
  return (
    // The scoreboard stays above it all: what takes the focus comes to lie below.
    <div className="mt-4 flex flex-col gap-3 [&_button]:scroll-mt-36">
      {markets.length > SEARCH_FROM && (
        <TextField
          label="Find a market"
          type="search"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {shown.map(({ market, suspended }, place) => (
        <Collapsible key={market.key} title={marketNameOf(market.key)} defaultOpen={place < OPEN_AT_FIRST}>
          <Outcomes
            game={game}
            market={market}
            closed={closedReason(game) ?? (suspended ? messages.event.locked : null)}
          />
        </Collapsible>
      ))}
      {shown.length === 0 && <EmptyNotice>No market has that name.</EmptyNotice>}
    </div>
  )
}

function Outcomes({ game, market, closed }: { game: Game; market: Market; closed: string | null }) {
  const { selectedOf, pick } = usePicks()
  const outcomes = sortedOutcomes(game, market)
  const selected = selectedOf(game.id)
  return (
    <div className={clsx('grid gap-2 p-3', outcomes.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2')}>
      {outcomes.map(({ outcome, index }) => {
        const point = outcome.point ?? null
        const key = betKeyOf({ eventId: game.id, marketKey: market.key, point, selection: outcome.name })
        return (
          <OddsButton
            key={key}
            label={outcomeName(outcome)}
            outcome={marketNameOf(market.key)}
            odds={outcome.price === null ? null : outcome.price.toFixed(2)}
            state={closed ? 'locked' : outcome.price === null ? 'missing' : 'offered'}
            reason={closed ?? undefined}
            selected={key === selected}
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
