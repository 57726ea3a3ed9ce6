// Every list of the back office, in each order and with each filter, as admins open it.

export type Body = Readonly<Record<string, unknown>>

/** What the lists are asked about: a user, a bet and a game that exist in the book. */
export type Samples = {
  readonly user: { readonly id: string; readonly name: string }
  readonly bet: string
  readonly fixture: string
  /** The first words of a reason. */
  readonly reason: string
  /** How many pages of ten the dashboard has for each list. */
  readonly pages: { readonly users: number; readonly bets: number }
  /** The middle of the log: a ledger number and its time. */
  readonly middle: number
  readonly at: string
}

export type List = {
  readonly name: string
  readonly path: string
  /** The call for the next page, from a reply; null if there is none. Lists that have this are also paged deep. */
  readonly next?: (body: Body) => string | null
  /** The query that reads the page's rows from an index alone. */
  readonly bound: keyof typeof BOUNDS
}

/** The least that a page can cost: as many rows, in order, from the index that has them. */
export const BOUNDS = {
  row: 'select account_id from app.account order by account_id limit 1',
  users: 'select username_normal from app.identity order by username_normal collate "C", account_id limit 11',
  bets: 'select number from app.bet order by number desc limit 11',
  trail: 'select number from app.audit order by number desc limit 51',
  names: 'select username_normal from app.identity order by username_normal limit 51',
  liability: 'select most_cents from app.liability order by most_cents desc, fixture_id limit 51',
  lines: 'select number from app.statement_line order by account_id, number limit 51',
  walk: 'select number from app.bet order by number desc limit 400',
} as const

const withQuery = (path: string, query: Readonly<Record<string, string>>): string =>
  Object.keys(query).length === 0 ? path : `${path}?${new URLSearchParams(query)}`

/** Pages whose reply has the key of the next one in `field`, passed as `parameter`. */
const paged = (path: string, query: Readonly<Record<string, string>>, field: string, parameter: string) => ({
  path: withQuery(path, query),
  next: (body: Body) =>
    typeof body[field] === 'string' || typeof body[field] === 'number'
      ? withQuery(path, { ...query, [parameter]: String(body[field]) })
      : null,
})

/** Pages by number; `total` is the field with the number of rows. */
const numbered = (path: string, total = 'total', from = 1) => ({
  path: `${path}&page=${from}`,
  next: (body: Body) => {
    const { page, pageSize, [total]: rows } = body as Record<string, number>
    return page! * pageSize! < rows! ? `${path}&page=${page! + 1}` : null
  },
})

const LAST_PAGES = 10
const folded = (name: string, list: 'users' | 'bets', from: number): List => ({
  name: `folded sections: ${name}`,
  ...numbered(`/api/admin/dashboard?list=${list}`, list === 'users' ? 'totalUsers' : 'totalBets', from),
  bound: list,
})

type Variants = Readonly<Record<string, Readonly<Record<string, string>>>>

const lists = (
  title: string,
  bound: List['bound'],
  variants: Variants,
  call: (query: Readonly<Record<string, string>>) => Pick<List, 'path' | 'next'>,
): List[] => Object.entries(variants).map(([name, query]) => ({ name: `${title}: ${name}`, bound, ...call(query) }))

const at = (name: string, path: string, bound: List['bound'] = 'row'): List => ({ name, path, bound })

export function listsOf({ user, bet, fixture, reason, pages, middle, at: moment }: Samples): List[] {
  const sorted = (sorts: readonly string[]): Variants =>
    Object.fromEntries(sorts.map((sort) => [`by ${sort}`, { sort }]))
  const trail = (body: Body): string | undefined =>
    body.older === true ? String((body.lines as { number: number }[]).at(-1)!.number) : undefined
  const trailPage = (path: string) => (query: Readonly<Record<string, string>>) => ({
    path: withQuery(path, query),
    next: (body: Body) => {
      const before = trail(body)
      return before === undefined ? null : withQuery(path, { ...query, before })
    },
  })
  const customer = `/api/admin/users/${user.id}`
  const kinds = ['money', 'bets', 'settlement', 'people', 'play', 'games', 'offer', 'desk', 'prices']
  return [
    at('overview', '/api/admin/overview'),
    at('overview: folded sections', '/api/admin/dashboard'),
    // the api caches the first page as bytes, so the cost of making one is measured on later pages
    ...(['users', 'bets'] as const).flatMap((list) => [
      folded(`${list} from the middle on`, list, Math.ceil(pages[list] / 2)),
      folded(`the last ${list}`, list, Math.max(1, pages[list] - LAST_PAGES)),
    ]),
    at('profit: by day', '/api/admin/profit'),
    at('profit: by league', '/api/admin/profit?by=league'),
    at('profit: by market', '/api/admin/profit?by=market'),
    at('alerts', '/api/admin/alerts'),
    at('ticker', '/api/admin/ticker', 'bets'),
    at('feed health', '/api/admin/feed-health'),
    at('what waits', '/api/admin/waiting'),
    at('checkpoint', '/api/admin/checkpoint'),
    at('own float', '/api/admin/float'),
    at('own float: days', '/api/admin/float/days'),
    ...lists('users', 'users', sorted(['name', '-name', 'balance', '-balance', 'created', '-created']), (query) =>
      paged('/api/admin/users', query, 'older', 'key'),
    ),
    ...lists(
      'users',
      'users',
      {
        'name begins': { name: user.name.slice(0, 4) },
        'name begins, by balance': { name: user.name.slice(0, 4), sort: '-balance' },
        'of System': { creator: 'System' },
        'of an admin': { creator: 'desk-0', sort: '-created' },
        blocked: { standing: 'blocked' },
        'blocked, by balance': { standing: 'blocked', sort: '-balance' },
        owing: { standing: 'owing' },
        active: { standing: 'active', sort: 'created' },
        'rich, by name': { min: '5000' },
        'poor, by balance': { max: '20', sort: '-balance' },
        'since, by name': { since: moment },
        'until, by balance': { until: moment, sort: 'balance' },
      },
      (query) => paged('/api/admin/users', query, 'older', 'key'),
    ),
    at('customer', customer),
    ...lists('turnover', 'row', { 'by day': {} }, (query) => paged(`${customer}/turnover`, query, 'next', 'before')),
    ...lists('transactions', 'lines', { all: {}, stakes: { kind: 'stake' }, deposits: { kind: 'deposit' } }, (query) =>
      paged(`${customer}/transactions`, query, 'next', 'before'),
    ),
    ...lists('notes', 'row', { 'of somebody': {} }, (query) => paged(`${customer}/notes`, query, 'next', 'before')),
    at('sessions', `/api/admin/sessions?username=${user.name}`),
    ...lists('bets', 'bets', sorted(['placed', '-placed', 'stake', '-stake']), (query) =>
      paged('/api/admin/bets', query, 'older', 'key'),
    ),
    ...lists(
      'bets',
      'bets',
      {
        open: { status: 'pending' },
        won: { status: 'won' },
        'lost, by stake': { status: 'lost', sort: '-stake' },
        refunded: { status: 'refunded' },
        'refunded, by stake': { status: 'refunded', sort: '-stake' },
        'open, by stake': { status: 'pending', sort: '-stake' },
        parlays: { kind: 'parlay' },
        'of somebody': { user: user.name },
        'of somebody, by stake': { user: user.name, sort: '-stake' },
        'of somebody, won': { user: user.name, status: 'won' },
        'of a sport': { sport: 'soccer' },
        'of a sport, by stake': { sport: 'soccer', sort: '-stake' },
        'of a league': { league: 'soccer_epl' },
        'of a league, open': { league: 'soccer_epl', status: 'pending' },
        'of an event': { event: fixture },
        'of an event, by stake': { event: fixture, sort: 'stake' },
        since: { since: moment },
        'until, oldest first': { until: moment, sort: 'placed' },
        'until, by stake': { until: moment, sort: '-stake' },
        'at least': { min: '20' },
        'at most, by stake': { max: '1', sort: '-stake' },
        one: { bet },
      },
      (query) => paged('/api/admin/bets', query, 'older', 'key'),
    ),
    at('bets: totals', '/api/admin/bets/totals'),
    at('bets: totals, won', '/api/admin/bets/totals?status=won'),
    at('bets: totals, user', `/api/admin/bets/totals?user=${user.id}`),
    at('bets: totals, league', '/api/admin/bets/totals?league=soccer_epl'),
    ...lists('trail', 'trail', { all: {} }, trailPage('/api/admin/audit')),
    ...lists(
      'trail',
      'trail',
      {
        ...Object.fromEntries(kinds.map((kind) => [`of ${kind}`, { kind }])),
        // the filter with which the page opens
        'of all but prices': { kind: kinds.filter((kind) => kind !== 'prices').join(',') },
      },
      trailPage('/api/admin/audit'),
    ),
    ...lists(
      'trail',
      'trail',
      {
        'by somebody': { person: user.name },
        'by the settler': { person: 'settler' },
        'name typed': { q: user.name.slice(0, 4) },
        'teams typed': { q: 'Parma' },
        'reason typed': { q: reason },
        'common word of reasons typed': { q: 'the' },
        'number typed': { q: String(middle) },
        'id typed': { q: bet.slice(0, 8) },
        'nothing fits': { q: 'no such words anywhere' },
        'of a bet': { bet },
        'of a game': { fixture },
        since: { since: moment },
        until: { until: moment },
        'at least': { least: '900' },
        'between, of money': { least: '100', most: '200', kind: 'money' },
        'somebody, of money': { person: user.name, kind: 'money' },
        'the settler, of money': { person: 'settler', kind: 'money' },
      },
      trailPage('/api/admin/audit'),
    ),
    at('trail: one event', `/api/admin/audit/${middle}`),
    ...lists('history', 'trail', { 'of somebody': {} }, trailPage(`/api/admin/history/${user.id}`)),
    ...lists('history', 'trail', { 'of a bet': {} }, trailPage(`/api/admin/history/${bet}`)),
    ...lists(
      'balances',
      'names',
      {
        now: {},
        'at a moment': { at: moment },
        'name begins': { name: 'zoe' },
        'name begins, at a moment': { name: 'zoe', at: moment },
      },
      (query) => paged('/api/admin/balances', query, 'next', 'after'),
    ),
    ...lists(
      'liability',
      'liability',
      { all: {}, 'of a sport': { sport: 'handball' }, 'starts soon': { starts: '24h' }, begun: { starts: 'started' } },
      (query) => paged('/api/admin/liability', query, 'next', 'after'),
    ),
    at('liability: of an event', `/api/admin/liability?event=${fixture}`),
    ...lists(
      'suspicions',
      'walk',
      { timing: { kind: 'timing' }, stake: { kind: 'stake' }, address: { kind: 'address' } },
      (query) => paged('/api/admin/suspicions', query, 'next', 'before'),
    ),
    at('search: name', `/api/admin/search?q=${user.name.slice(0, 3)}`),
    at('search: team', '/api/admin/search?q=parma'),
    at('search: id', `/api/admin/search?q=${bet.slice(0, 8)}`),
    at('search: number', `/api/admin/search?q=${middle}`),
    { name: 'settlement', bound: 'row', ...numbered('/api/admin/settlement?') },
    at('settlement: asked', `/api/admin/settlement/asked/${bet}`),
    at('settlement: done', '/api/admin/settlement/done'),
    at('settlement: corrected', '/api/admin/settlement/corrected'),
    at('settlement: find', '/api/admin/settlement/events?search=parma'),
    at('settlement: event', `/api/admin/settlement/events/${fixture}`),
    { name: 'queue: undecided', bound: 'row', ...numbered('/api/admin/dashboard?type=undecided') },
    at('queue: pairs', '/api/admin/dashboard?type=fixture-pairs'),
    { name: 'queue: suspended', bound: 'row', ...numbered('/api/admin/dashboard?type=suspended-markets') },
    { name: 'queue: requests', bound: 'row', ...numbered('/api/admin/dashboard?type=requests') },
    { name: 'queue: decided requests', bound: 'row', ...numbered('/api/admin/dashboard?type=decided-requests') },
    at('admins', '/api/admin/dashboard?type=admin-users'),
    at('approvals', '/api/admin/approvals'),
    at('rules', '/api/admin/rules'),
    at('games of the day', '/api/admin/dashboard?type=games-of-day'),
    at('blacklist', '/api/admin/dashboard?type=league-blacklist'),
    at('blacklist: reach', '/api/admin/dashboard?type=league-reach&league=soccer_epl'),
  ]
}
