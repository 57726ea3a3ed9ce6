import { useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { stoppedMarket } from '#domain/desk/stops.ts'
import { marketName } from '#domain/settlement/market-names.ts'
import type { Game } from '#services/contract/contract.ts'
import { ErrorNotice } from '#ui/components/query-state.tsx'
import { Button } from '#ui/components/ui/button.tsx'
import { TextField } from '#ui/components/ui/field.tsx'
import { Select, type SelectOption } from '#ui/components/ui/select.tsx'
import { errorText } from '#ui/lib/http/api-error.ts'
import { rules } from '#ui/lib/messages/desk/rules.ts'
import { stoppableGamesQuery } from '../../api/rules.ts'
import { ownError } from '../desk/server-lost.ts'
import type { Turn } from './confirm-stop.tsx'

/** The number of matches that are offered; more letters find the others. */
const OFFERED = 50

type StopEventProps = { onStop: (what: string, scope: Turn['scope']) => void }

/** Finds an event by its teams, then stops it as a whole or in one market. */
export function StopEvent({ onStop }: StopEventProps) {
  const [typed, setTyped] = useState('')
  const [eventId, setEventId] = useState('')
  const [market, setMarket] = useState('')
  const query = useQuery({ ...stoppableGamesQuery(), enabled: typed !== '' })
  const games = query.data ?? []
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = games
    .filter((game) => words.every((word) => titleOf(game).toLowerCase().includes(word)))
    .slice(0, OFFERED)
  const game = found.find(({ id }) => id === eventId) ?? found[0]
  const isOffered = game !== undefined && (market === '' || marketsOf(game).some(([key]) => key === market))
  const chosen = isOffered ? market : ''
  const stop = (one: Game) =>
    onStop(chosen === '' ? titleOf(one) : `${titleOf(one)}, ${marketName(chosen)}`, {
      eventId: one.id,
      ...(chosen === '' ? {} : { market: chosen }),
    })
  return (
    <div className="flex flex-wrap items-end gap-2 border-border border-t pt-3">
      <TextField
        label={rules.findEvent}
        leading={<Search aria-hidden="true" className="size-3.5" />}
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        className="min-w-[min(12rem,100%)] flex-1"
      />
      {typed !== '' && query.data === undefined && ownError(query.error) !== null && (
        <div className="basis-full">
          <ErrorNotice
            message={errorText(query.error, rules.eventsFailed)}
            busy={query.isFetching}
            onRetry={() => query.refetch()}
          />
        </div>
      )}
      {typed !== '' && query.data !== undefined && game === undefined && (
        <p className="min-h-9 text-muted text-second">{rules.noEvents}</p>
      )}
      {typed !== '' && game !== undefined && (
        <>
          <div className="min-w-0 max-w-full overflow-x-auto">
            <Select
              label={rules.event}
              value={game.id}
              options={found.map((one) => [one.id, titleOf(one)])}
              onChange={setEventId}
            />
          </div>
          <Select
            label={rules.market}
            value={chosen}
            options={[['', rules.wholeEvent], ...marketsOf(game)]}
            onChange={setMarket}
          />
          <Button variant="danger" onClick={() => stop(game)}>
            {rules.stop}
          </Button>
        </>
      )}
    </div>
  )
}

const titleOf = ({ home_team, away_team }: Game): string => `${home_team} vs ${away_team}`

/** A market's alternate lines are stopped with it. */
const marketsOf = ({ bookmakers }: Game): readonly SelectOption[] =>
  [...new Set(bookmakers.flatMap(({ markets }) => markets.map(({ key }) => stoppedMarket(key))))].map((key) => [
    key,
    marketName(key),
  ])
