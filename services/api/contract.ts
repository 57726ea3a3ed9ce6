// The HTTP contract: every body and reply, as specified. The server validates with it and generates OpenAPI from it;
// the browser imports its types alone.
import { z } from 'zod'

// --- shared shapes -----------------------------------------------------------------------------------------------

/** Any field named `balance` is a string with two decimals: '65.00'. Amounts elsewhere are numbers with two decimals. */
export const BalanceText = z.string().regex(/^-?\d+\.\d{2}$/)
/** Euros with at most two decimals. The server reads the digits as sent and keeps integer cents. */
export const Euros = z.number().finite()
export const IsoTime = z.iso.datetime()

export const ErrorReply = z.object({
  error: z.string(),
  code: z.string(),
  /** On code `odds_changed`: per selection of the request, in its order, what was seen and what it is now. */
  changes: z
    .array(
      z.object({
        eventId: z.string(),
        selection: z.string(),
        oldOdds: z.number(),
        newOdds: z.number().nullable(),
        error: z.string(),
      }),
    )
    .optional(),
})
export type ErrorReply = z.infer<typeof ErrorReply>

export const User = z.object({
  id: z.string(),
  username: z.string(),
  balance: BalanceText,
  is_admin: z.boolean(),
  is_super_admin: z.boolean(),
  is_blocked: z.boolean(),
  email: z.string().optional(),
})
export type User = z.infer<typeof User>

// --- POST /api/auth/auth -----------------------------------------------------------------------------------------

export const AuthBody = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('signup'), username: z.string(), password: z.string(), adult: z.boolean() }),
  z.strictObject({ action: z.literal('signin'), username: z.string(), password: z.string() }),
  /** Needs the bearer token of that very user. */
  z.strictObject({ action: z.literal('refresh'), username: z.string() }),
  z.strictObject({ action: z.literal('verify-admin'), token: z.string() }),
  z.strictObject({ action: z.literal('signout') }),
])
export type AuthBody = z.infer<typeof AuthBody>
export const SignedIn = z.object({ user: User, token: z.string() })
export type SignedIn = z.infer<typeof SignedIn>
export const Refreshed = z.object({ user: User })
export const AdminVerified = z.object({ isAdmin: z.boolean() })
export const Done = z.object({ success: z.literal(true), message: z.string().optional() })

// --- sports data -------------------------------------------------------------------------------------------------

export const Outcome = z.object({ name: z.string(), price: z.number(), point: z.number().optional() })
export const Market = z.object({ key: z.string(), last_update: IsoTime, outcomes: z.array(Outcome) })
export const Bookmaker = z.object({
  key: z.string(),
  title: z.string(),
  last_update: IsoTime,
  markets: z.array(Market),
})

export const Game = z.object({
  /** Our fixture id. */
  id: z.string(),
  /** The provider's league key; `league_key` is the same. */
  sport_key: z.string(),
  sport_title: z.string(),
  /** The family: 'soccer'. */
  sport: z.string(),
  league_key: z.string(),
  league_title: z.string(),
  /** ISO 3166 code or 'INT', for the flag; null where the league has no country. */
  country: z.string().nullable(),
  home_team: z.string(),
  away_team: z.string(),
  commence_time: IsoTime,
  completed: z.boolean(),
  /** Last change of score or state; null before the first. */
  last_update: IsoTime.nullable(),
  status: z.string().nullable(),
  period: z.number().nullable(),
  clock: z.string().nullable(),
  scores: z.array(z.object({ name: z.string(), score: z.string() })).nullable(),
  /** The pinned bookmaker first and alone; empty when nothing is priced. */
  bookmakers: z.array(Bookmaker),
  /** The h2h prices, when priced. `draw` is null in a two-way market. */
  odds: z.object({ home: z.number(), draw: z.number().nullable(), away: z.number() }).optional(),
  /** Whether a bet would be accepted now, prices permitting: not completed, closed or abandoned. */
  bettable: z.boolean(),
  /** Grows with every change of price, score or state: pushed updates older than what is shown are dropped. */
  revision: z.number(),
})
export type Game = z.infer<typeof Game>
/** GET /api/sports/live, /api/sports?upcoming=true, /api/sports/{sportKey}?endpoint=events|scores[&eventId=]: an array. */
export const Games = z.array(Game)

export const League = z.object({ key: z.string(), title: z.string(), country: z.string().nullable() })
export const SportFamily = z.object({
  /** 'soccer' */
  key: z.string(),
  title: z.string(),
  description: z.string(),
  leagues: z.array(League),
})
export type SportFamily = z.infer<typeof SportFamily>
/** GET /api/sports */
export const Sports = z.array(SportFamily)

// --- bets --------------------------------------------------------------------------------------------------------

export const OddsPolicy = z.enum(['within-10-percent', 'none'])

export const LegBody = z.object({
  eventId: z.string(),
  sport_key: z.string(),
  gameTitle: z.string(),
  /** Market key; 'Moneyline' and 'Match Result' are read as h2h. */
  marketName: z.string(),
  selection: z.string(),
  /** Decimal odds as the bettor saw them. One of the two. */
  price: z.number().optional(),
  odds: z.number().optional(),
  commence_time: z.string(),
  point: z.number().optional(),
})
/** POST /api/bets/place-bet. Header Idempotency-Key. A client's potential_win is never trusted. */
export const PlaceBetBody = z.discriminatedUnion('is_parlay', [
  z.object({
    is_parlay: z.literal(false),
    game: z.string(),
    bet_type: z.string(),
    bet_amount: Euros,
    odd: z.number(),
    potential_win: z.number().nullish(),
    selection: z.string(),
    event_id: z.string(),
    sport_key: z.string(),
    commence_time: z.string(),
    legs: z.null().optional(),
    odds_policy: OddsPolicy.optional(),
  }),
  z.object({
    is_parlay: z.literal(true),
    game: z.string(),
    bet_type: z.literal('parlay'),
    bet_amount: Euros,
    odd: z.number(),
    potential_win: z.number().nullish(),
    legs: z.array(LegBody),
    selection: z.null().optional(),
    event_id: z.null().optional(),
    sport_key: z.null().optional(),
    commence_time: z.null().optional(),
    odds_policy: OddsPolicy.optional(),
  }),
])
export type PlaceBetBody = z.infer<typeof PlaceBetBody>
export const BetAccepted = z.object({
  success: z.literal(true),
  newBalance: z.number(),
  betId: z.string(),
  /** As struck. */
  odds: z.number(),
  potential_win: z.number(),
  legs: z.array(z.object({ eventId: z.string(), selection: z.string(), odds: z.number() })),
  position: z.string(),
})
export type BetAccepted = z.infer<typeof BetAccepted>

export const BetLeg = z.object({
  eventId: z.string(),
  sport_key: z.string(),
  gameTitle: z.string(),
  marketName: z.string(),
  selection: z.string(),
  price: z.number(),
  odds: z.number(),
  commence_time: IsoTime,
  /** pending until graded */
  status: z.enum(['pending', 'won', 'lost', 'void']),
  void_reason: z.string().nullable(),
})
export const Bet = z.object({
  id: z.string(),
  username: z.string().optional(),
  game: z.string(),
  bet_type: z.string(),
  selection: z.string().nullable(),
  odd: z.number(),
  bet_amount: z.number(),
  /** Once settled: what was paid. */
  potential_win: z.number(),
  struck_potential_win: z.number(),
  status: z.enum(['pending', 'won', 'lost', 'refunded']),
  is_parlay: z.boolean(),
  legs: z.array(BetLeg),
  event_id: z.string().nullable(),
  sport_key: z.string().nullable(),
  commence_time: IsoTime.nullable(),
  created_at: IsoTime,
  settled_at: IsoTime.nullable(),
})
export type Bet = z.infer<typeof Bet>
/** GET /api/bets/my-bets: an array, newest first, at most 500; `?before=<bet id>` pages on. */
export const Bets = z.array(Bet)

// --- the back office: GET and POST /api/admin/dashboard ------------------------------------------------------------

export const AdminUser = z.object({
  ...User.shape,
  email: z.string().nullable(),
  /** Null where the user signed up: shown as 'System'. */
  admin_creator: z.string().nullable(),
  created_at: IsoTime,
})
export const UserStatistics = z.object({
  username: z.string(),
  totalStake: z.number(),
  totalWinnings: z.number(),
  pnl: z.number(),
  totalBets: z.number(),
  avgBet: z.number(),
})
/** Lists come ten a page: ?page=1&list=users|bets. Without parameters: the first page of each. */
export const Dashboard = z.object({
  users: z.array(AdminUser),
  bets: z.array(Bet),
  userStats: z.array(UserStatistics),
  houseProfit: z.number(),
  /** Open liability: what open bets could still cost beyond their stakes is not netted; stakes held. */
  openStakes: z.number(),
  currentAdminBalance: z.number(),
  /** Sum of all wallets. */
  userBalance: z.number(),
  totalUsers: z.number(),
  totalBets: z.number(),
  page: z.number(),
  pageSize: z.number(),
})
export type Dashboard = z.infer<typeof Dashboard>

const reason = { reason: z.string().max(500).optional() }
export const AdminBody = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('updateBalance'),
    userId: z.string(),
    /** Signed: negative with balanceType withdraw. */
    amountToAdd: Euros,
    balanceType: z.enum(['deposit', 'withdraw']),
    ...reason,
  }),
  z.strictObject({ action: z.literal('blockUser'), targetUsername: z.string(), ...reason }),
  z.strictObject({ action: z.literal('unblockUser'), targetUsername: z.string(), ...reason }),
  z.strictObject({
    action: z.literal('createUser'),
    username: z.string(),
    password: z.string(),
    initialBalance: Euros,
    ...reason,
  }),
  z.strictObject({
    action: z.literal('createUserAsAdmin'),
    adminUsername: z.string(),
    adminPassword: z.string(),
    adminBalance: Euros,
    ...reason,
  }),
])
export type AdminBody = z.infer<typeof AdminBody>
export const BalanceUpdated = z.object({
  success: z.literal(true),
  adminBalance: z.number(),
  userBalance: z.number(),
  position: z.string(),
})
export const UserCreated = z.object({
  success: z.literal(true),
  message: z.string(),
  userId: z.string(),
  adminBalance: z.number(),
  position: z.string(),
})

// --- GET /api/clock, /api/stream ------------------------------------------------------------------------------------

/** The business clock: what the browser goes by. */
export const Clock = z.object({ now: IsoTime, speed: z.number() })

/**
 * Server-sent events of GET /api/stream?topics=live,event:ID,me,admin (bearer header; anonymous for live and event).
 * Sent as `event: message`, `data:` one of these; `id:` resumes. A heartbeat comment every 15 s.
 */
export const Push = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('hello'), clock: Clock }),
  /** Price, score or state of a game changed: the whole game as the lists have it. */
  z.object({ kind: z.literal('game'), topic: z.string(), game: Game }),
  /** The bettor's own account changed. */
  z.object({ kind: z.literal('account'), topic: z.literal('me'), user: User, position: z.string() }),
  /** Bets of the bettor changed: fetch them again. */
  z.object({ kind: z.literal('bets'), topic: z.literal('me'), position: z.string() }),
  z.object({ kind: z.literal('admin'), topic: z.literal('admin'), position: z.string() }),
  /** Too much was missed: fetch what is shown again. */
  z.object({ kind: z.literal('reset') }),
])
export type Push = z.infer<typeof Push>
