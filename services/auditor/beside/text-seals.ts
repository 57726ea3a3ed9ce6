// Checks the seals of bets against the quotes published before them, in the thread that reads the log.
import type { ReadEvent } from '../events/read-event.ts'
import { isOfProvider, sealFault } from '../seals/leg-seals.ts'
import { isDay, PublishedQuotes } from '../seals/published-quotes.ts'
import type { Spill } from '../spill/spill.ts'
import type { Telling } from './telling.ts'

const FEED = 'feed-'

export class TextSeals {
  readonly #published = new PublishedQuotes()
  readonly #telling: Telling

  constructor(spill: Spill, telling: Telling) {
    this.#telling = telling
    spill.part('published quotes', this.#published)
  }

  event({ row: { number }, body }: ReadEvent): void {
    if (body?.type === 'QuotesPublished') {
      const { league, day, root, size } = body.data
      if (isDay(day)) this.#published.add(body.stream.slice(FEED.length), body.version, league, day, { root, size })
      // version 1 of BetPlaced is older than seals
    } else if (body?.type === 'BetPlaced' && body.data.seenCount === undefined) {
      const { data, meta } = body
      for (let leg = 0; leg < data.legs.length; leg++) {
        const struck = data.legs[leg]!
        const fault = isOfProvider(struck) ? sealFault(struck, meta.at, this.#published) : null
        if (fault !== null) this.#telling.tellSeal({ number, leg, fault })
      }
    }
  }
}
