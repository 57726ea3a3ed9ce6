// Writes to each client what is pending for it: changes of games in shared pieces, a reset, changes for the back
// office, new bets.
import type { QuoteBoard } from '#services/odds/port.ts'
import type { StreamClient } from './client.ts'
import type { GameChanges } from './game-changes.ts'
import { GameMessages, message, type Piece } from './messages.ts'
import type { Ticker } from './ticker.ts'

/** Least time between two messages to admins. */
const ADMIN_EVERY_MS = 1_000

type Deps = {
  readonly board: Pick<QuoteBoard, 'game'>
  readonly changes: GameChanges
  readonly ticker: Ticker
  readonly idOf: (change: number) => string
}

/** One round: sends everything up to its newest change. True if something stays pending. */
export type Round = (client: StreamClient) => boolean

export function createDelivery({ board, changes, ticker, idOf }: Deps): { round(position: string): Round } {
  /** How far clients that keep up have been sent the changes of games. */
  let sentUpTo = 0
  /** Cached, because most admins are told the same. */
  let adminMessage: { readonly of: string; readonly bytes: Buffer } | null = null
  let adminDueAt = 0

  function sendAdmin(client: StreamClient, position: string): void {
    const changed = [...client.desk]
    const of = `${position} ${changed}`
    if (adminMessage?.of !== of) {
      adminMessage = { of, bytes: message({ kind: 'admin', topic: 'admin', changed, position }) }
    }
    client.write(adminMessage.bytes)
    client.clearDesk()
    adminDueAt = Date.now() + ADMIN_EVERY_MS
  }

  function sendTicker(client: StreamClient): void {
    const bets = ticker.messageAfter(client.ticked)
    if (bets !== null) client.write(bets)
    client.ticked = ticker.newest
    adminDueAt = Date.now() + ADMIN_EVERY_MS
  }

  return {
    round(position) {
      const admins = Date.now() >= adminDueAt
      const games = new GameMessages({ game: board.game, changes, idOf }, sentUpTo)
      sentUpTo = games.upTo
      return (client) => {
        const pieces = client.reset ? null : piecesFor(client, games)
        let left = false
        if (pieces === null) {
          client.reset = false
          client.seen = games.upTo
          client.write(message({ kind: 'reset' }, idOf(games.upTo)))
        } else {
          left = !client.writeAll(pieces)
          if (!left) client.seen = games.upTo
        }
        if (client.desk.size > 0 && admins) sendAdmin(client, position)
        if (client.isBehind(ticker.newest) && admins) sendTicker(client)
        return left || client.desk.size > 0 || client.account || client.isBehind(ticker.newest)
      }
    },
  }
}

/** Null if there is too much to tell. */
function piecesFor({ topics, seen }: StreamClient, games: GameMessages): Iterable<Piece> | null {
  if (seen >= games.upTo) return []
  return topics.live ? games.live(seen) : games.followed(topics.events, seen)
}
