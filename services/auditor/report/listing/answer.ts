// A listing as the answer of a command.
import type { Answer } from '../../commands/command.ts'
import { exitCodeOfListing, type Listing } from './listing.ts'
import { jsonListing } from './listing-json.ts'
import { textListing } from './listing-text.ts'

export const answerOf = (listing: Listing): Answer => ({
  exitCode: exitCodeOfListing(listing),
  json: () => jsonListing(listing),
  text: (color, width = null) => textListing(listing, color, width),
  close() {
    for (const { rows } of listing.tables) rows.close()
  },
})
