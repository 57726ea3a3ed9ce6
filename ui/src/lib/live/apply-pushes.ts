// Applies pushes to the query cache. HTTP replies remain the source of truth; pushes only make changes visible sooner.
import type { QueryClient } from '@tanstack/react-query'
import type { AuditKind, Game, Push, Ticker, TickerBet } from '#services/contract/contract.ts'
import { updateUser } from '../session.ts'
import { businessNow, setClock } from '../time/business-clock.ts'
import { showsAny } from './desk-changes.ts'
import { addGames, type GameUpdates, isGame, listFilter, patchGames } from './game-lists.ts'

/** Applies the pushes of one frame: all games are patched at once, other queries are refetched. */
export function applyPushes(client: QueryClient, pushes: Push[]): void {
  const updates = new Map<string, Game>()
  const stale = new Set<string>()
  const changed = new Set<AuditKind>()
  for (const push of pushes) {
    switch (push.kind) {
      case 'hello':
        setClock(push.clock)
        break
      case 'game': {
        const known = updates.get(push.game.id)
        if (!known || push.game.revision > known.revision) updates.set(push.game.id, push.game)
        break
      }
      case 'account':
        updateUser(push.user)
        stale.add('account')
        break
      case 'bets':
        stale.add('bets')
        break
      case 'admin':
        for (const kind of push.changed) changed.add(kind)
        break
      case 'placed':
        addToTicker(client, push.bets)
        break
      case 'reset':
        for (const key of ['games', 'bets', 'admin', 'account', 'ticker']) stale.add(key)
        break
      default:
        // A newer server may push kinds that this build does not know.
        break
    }
  }
  if (updates.size > 0) applyGames(client, updates)
  for (const key of stale) void client.invalidateQueries({ queryKey: [key] })
  if (changed.size > 0 && !stale.has('admin')) {
    void client.invalidateQueries({ queryKey: ['admin'], predicate: showsAny(changed) })
  }
}

/** The number of bets that the ticker shows. */
const TICKER_MAX = 50

/** Adds bets in front, newest first. The stream begins with bets that the list already has: those are skipped. */
function addToTicker(client: QueryClient, bets: readonly TickerBet[]): void {
  client.setQueryData<Ticker>(['ticker'], (known) => {
    if (known === undefined) return known
    const newest = known.bets[0]?.number ?? -1
    const more = bets.filter(({ number }) => number > newest)
    return more.length === 0 ? known : { ...known, bets: [...more, ...known.bets].slice(0, TICKER_MAX) }
  })
}

function applyGames(client: QueryClient, updates: GameUpdates): void {
  const now = businessNow()
  for (const query of client.getQueryCache().findAll({ queryKey: ['games'] })) {
    const data: unknown = query.state.data
    const patched = Array.isArray(data)
      ? addGames(patchGames(data as Game[], updates), updates, listFilter(query.queryKey, now))
      : isGame(data)
        ? (patchGames([data], updates)[0] ?? data)
        : data
    // Keeps the time of the last full reply, so that pushes do not postpone the next refetch.
    if (patched !== data) client.setQueryData(query.queryKey, patched, { updatedAt: query.state.dataUpdatedAt })
  }
}
