// Lists of games cached as bytes until something on the board changes. When a list is written again, only the games that
// changed are. What no board changes is read each time, and compressed again only where it is not what it was.
import { LRUCache } from 'lru-cache'
import type { Game } from '#services/contract/contract.ts'
import type { QuoteBoard } from '#services/odds/port.ts'
import { CachedReply } from './cached-reply.ts'

/** A game starts, and stops being live, without any change of the board. */
const MAX_AGE_MS = 1_000
const ENTRIES_MAX = 500
/** Anybody can name any day: they push out each other alone. */
const DAYS_MAX = 50

export type ResponseCache = {
  /** The list that `make` returns, not older than the board's last change. */
  games(name: string, make: () => readonly Game[]): CachedReply
  /** What is about a day ('2026-11-21'), written just now. */
  ofDay(day: string, text: string): CachedReply
}

type Entry = { readonly reply: CachedReply; readonly until: number; readonly change: number }

export function createResponseCache(board: Pick<QuoteBoard, 'onChange'>): ResponseCache {
  const entries = new LRUCache<string, Entry>({ max: ENTRIES_MAX })
  const days = new LRUCache<string, CachedReply>({ max: DAYS_MAX })
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

  /** Equal bytes need not be compressed again. */
  function sameOrNew(known: CachedReply | undefined, text: string): CachedReply {
    const made = new CachedReply(text)
    return known?.bytes.equals(made.bytes) ? known : made
  }

  return {
    games(name, make) {
      const now = performance.now()
      const known = entries.get(name)
      if (known !== undefined && known.change === change && known.until > now) return known.reply
      const reply = sameOrNew(known?.reply, `[${make().map(textOf).join(',')}]`)
      entries.set(name, { reply, until: now + MAX_AGE_MS, change })
      return reply
    },
    ofDay(day, text) {
      const reply = sameOrNew(days.get(day), text)
      days.set(day, reply)
      return reply
    },
  }
}
