// Lists of games cached as bytes until something on the board changes. When a list is rebuilt, only the games that
// changed are serialized again. Replies about a day do not depend on the board: they are read each time, and compressed
// again only if they differ.
import { LRUCache } from 'lru-cache'
import type { Game } from '#services/contract/contract.ts'
import type { QuoteBoard } from '#services/odds/port.ts'
import { CachedReply } from './cached-reply.ts'

/** Games start and stop being live without any change of the board. */
const MAX_AGE_MS = 1_000
const ENTRIES_MAX = 500
/** Anybody can ask for any day, so days have a limit of their own and evict only each other. */
const DAYS_MAX = 50

export type ResponseCache = {
  /** The list that `make` returns, no older than the board's last change. */
  games(name: string, make: () => readonly Game[]): CachedReply
  /** The reply about a day ('2026-11-21') whose text has just been read. */
  ofDay(day: string, text: string): CachedReply
}

type Entry = { readonly reply: CachedReply; readonly until: number; readonly change: number }

export function createResponseCache(board: Pick<QuoteBoard, 'onChange'>): ResponseCache {
  const entries = new LRUCache<string, Entry>({ max: ENTRIES_MAX })
  const days = new LRUCache<string, CachedReply>({ max: DAYS_MAX })
  /** By game: the board keeps returning the same object while a game is unchanged. */
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

  /** Keeps a reply with equal bytes, which need not be compressed again. */
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
