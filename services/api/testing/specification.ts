// The replies as the specification describes them, with what this product adds. Written down a second time,
// independently of the contract, and strict: unknown fields are rejected.
import { z } from 'zod'

export const Amount = z.number().refine((amount) => Number(amount.toFixed(2)) === amount, 'has two decimals at most')
const Balance = z.string().regex(/^\d+\.\d\d$/)
const Time = z.iso.datetime()
export const User = z.strictObject({
  id: z.string(),
  username: z.string(),
  balance: Balance,
  is_admin: z.boolean(),
  is_blocked: z.boolean(),
  email: z.string().optional(),
})
export const SignedIn = z.strictObject({ user: User, token: z.string().min(1) })
const Leg = z.strictObject({
  eventId: z.string(),
  sport_key: z.string(),
  gameTitle: z.string(),
  marketName: z.string(),
  selection: z.string(),
  point: z.number().optional(),
  price: z.number(),
  odds: z.number(),
  commence_time: Time,
  status: z.enum(['pending', 'won', 'half-won', 'lost', 'half-lost', 'void', 'not-needed']),
  void_reason: z.string().nullable(),
  result: z.strictObject({ home: z.number(), away: z.number() }).nullable(),
})
const bet = {
  id: z.string(),
  username: z.string().optional(),
  game: z.string(),
  odd: z.number(),
  bet_amount: Amount,
  potential_win: Amount,
  struck_potential_win: Amount,
  could_return: Amount.nullable(),
  status: z.enum(['pending', 'won', 'lost', 'refunded']),
  created_at: Time,
  settled_at: Time.nullable(),
  resettled: z.boolean(),
}
export const Bet = z.discriminatedUnion('is_parlay', [
  z.strictObject({
    ...bet,
    is_parlay: z.literal(false),
    bet_type: z.string(),
    selection: z.string(),
    event_id: z.string(),
    sport_key: z.string(),
    commence_time: Time,
    legs: z.null(),
    quote: Leg,
  }),
  z.strictObject({
    ...bet,
    is_parlay: z.literal(true),
    bet_type: z.literal('parlay'),
    selection: z.null(),
    event_id: z.null(),
    sport_key: z.null(),
    commence_time: z.null(),
    legs: z.array(Leg).min(2),
    quote: z.null(),
  }),
])
export const Placed = z.strictObject({
  success: z.literal(true),
  newBalance: Amount,
  betId: z.string(),
  odds: z.number(),
  potential_win: Amount,
  legs: z.array(
    z.strictObject({
      eventId: z.string(),
      market: z.string(),
      selection: z.string(),
      point: z.number().optional(),
      odds: z.number(),
      bookmaker: z.string(),
      quotedAt: Time,
    }),
  ),
  position: z.string(),
})
export const Game = z.object({
  id: z.string(),
  sport_key: z.string(),
  sport_title: z.string(),
  league_key: z.string(),
  league_title: z.string(),
  home_team: z.string(),
  away_team: z.string(),
  commence_time: Time,
  completed: z.boolean(),
  last_update: Time.nullable(),
  status: z.string().nullable(),
  period: z.number().nullable(),
  clock: z.string().nullable(),
  scores: z.array(z.object({ name: z.string(), score: z.string() })).nullable(),
  bookmakers: z.array(z.object({ key: z.string(), markets: z.array(z.object({ key: z.string() })) })),
  odds: z.object({ home: z.number(), draw: z.number().nullable(), away: z.number() }),
})
const ListedUser = z.strictObject({
  ...User.shape,
  email: z.string().nullable(),
  admin_creator: z.string().nullable(),
  created_at: Time,
})
const Statistics = z.strictObject({
  username: z.string(),
  totalStake: Amount,
  totalWinnings: Amount,
  pnl: Amount,
  totalBets: z.number(),
  avgBet: Amount,
})
export const Dashboard = z.object({
  users: z.array(ListedUser),
  bets: z.array(Bet),
  houseProfit: Amount,
  userStats: z.array(Statistics),
  currentAdminBalance: Amount,
  role: z.enum(['admin', 'super-admin']),
})
