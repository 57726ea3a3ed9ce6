// One sentence for every type of event; a new type without a sentence does not compile.

import type { EventType } from '../event-detail.ts'
import * as access from './access.ts'
import * as accounts from './accounts.ts'
import * as bets from './bets.ts'
import * as customers from './customers.ts'
import * as desk from './desk.ts'
import * as floats from './floats.ts'
import * as fourEyes from './four-eyes.ts'
import * as games from './games.ts'
import * as offer from './offer.ts'
import * as requests from './requests.ts'
import type { Tell } from './sentence.ts'
import * as transfers from './transfers.ts'
import * as views from './views.ts'

export const SENTENCES: { readonly [T in EventType]: Tell<T> } = {
  ...access,
  ...accounts,
  ...bets,
  ...customers,
  ...desk,
  ...floats,
  ...fourEyes,
  ...games,
  ...offer,
  ...requests,
  ...transfers,
  ...views,
}
