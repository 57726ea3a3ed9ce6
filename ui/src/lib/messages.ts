// The texts of the screens. The specification fixes most of them; those with a value in them are functions.
import { admin } from './messages/admin.ts'
import { auth } from './messages/auth.ts'
import { bets } from './messages/bets.ts'
import { event, games, live, sports } from './messages/games.ts'
import { errors, pages } from './messages/pages.ts'
import { slip } from './messages/slip.ts'

export const messages = { errors, pages, auth, games, live, sports, event, slip, bets, admin } as const
