// Lists of games cached as bytes until something on the board changes. When a list is written again, only the games that
// changed are.
import { LRUCache } from 'lru-cache'
import type { Game } from '#services/contract/contract.ts'
import type { QuoteBoard } from '#services/odds/port.ts'
import { CachedReply } from './cached-reply.ts'

/** A game starts, and stops being live, without any change of the board. */
const MAX_AGE_MS = 1_000
const ENTRIES_MAX = 500

export type ResponseCache = {
  /** The list that `make` returns, not older than the board's last change. */
  games(name: string, make: () => readonly Game[]): CachedReply
}

type Entry = { readonly reply: CachedReply; readonly until: number; readonly change: number }

export function createResponseCache(board: Pick<QuoteBoard, 'onChange'>): ResponseCache {
  const entries = new LRUCache<string, Entry>({ max: ENTRIES_MAX })
  /** The board returns the same object for as long as a game is unchanged. */
  const texts = new WeakMap<Game, string>()
  /** Counts the board's changes. */
  let change = 0
  board.onChange(() => {
    change += 1
  })

  function textOf(game: Game): string {
    let text = texts.get(game)
    if (text === undefined) {
      text = JSON.stringify(game)
      texts.set(game, text)
    }
    return text
  }

  return {
    games(name, make) {
      const now = performance.now()
      const known = entries.get(name)
      if (known !== undefined && known.change === change && known.until > now) return known.reply
      const made = new CachedReply(`[${make().map(textOf).join(',')}]`)
      // equal bytes need not be compressed again
      const reply = known?.reply.bytes.equals(made.bytes) ? known.reply : made
      entries.set(name, { reply, until: now + MAX_AGE_MS, change })
      return reply
    },
  }
}
