// The texts of the screens. Most are fixed by the specification; those with a value in them are functions. The back
// office's texts, which bettors do not load, are in messages/admin.ts and beside it.
import { auth } from './messages/auth.ts'
import { bets, slip } from './messages/bets.ts'
import { event, favourites, games, live, sports } from './messages/games.ts'
import { errors, pages } from './messages/pages.ts'
import { results } from './messages/results.ts'
import { rules } from './messages/rules.ts'
import { search } from './messages/search.ts'

export const messages = {
  errors,
  pages,
  auth,
  games,
  favourites,
  live,
  sports,
  event,
  results,
  rules,
  search,
  slip,
  bets,
} as const
