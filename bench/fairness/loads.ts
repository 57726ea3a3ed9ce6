// The most expensive calls, by who may make them.
import type { Call } from './load-process.ts'
import type { People } from './people.ts'

export type Load = { readonly name: string; readonly calls: readonly Call[] }

/** The attacker's address, as reported by the trusted proxy. */
export const ATTACKER = { 'x-forwarded-for': '203.0.113.66' }
const LEAGUES = ['soccer_epl', 'soccer_italy_serie_a', 'basketball_nba', 'soccer']

const get = (path: string, token?: string): Call => ({
  method: 'GET',
  path,
  headers: {
    ...ATTACKER,
    'accept-encoding': 'br, gzip',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  },
})

const post = (path: string, token: string, body: string): Call => ({
  method: 'POST',
  path,
  headers: { ...ATTACKER, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body,
})

export function expensiveCalls({ bettor, admin }: People): Load[] {
  const pages = [1, 2, 20]
  return [
    { name: 'own bets', calls: [get('/api/bets/my-bets', bettor)] },
    {
      name: 'lists of the back office',
      calls: pages.flatMap((page) =>
        ['users', 'bets'].map((list) => get(`/api/admin/dashboard?list=${list}&page=${page}`, admin)),
      ),
    },
    {
      name: 'lists of games',
      calls: [
        get('/api/sports?upcoming=true&trendy=true'),
        get('/api/sports?upcoming=true'),
        get('/api/sports/live?extended=true'),
        ...LEAGUES.map((league) => get(`/api/sports/${league}`)),
      ],
    },
    {
      name: 'nonsense',
      calls: [
        post('/api/bets/place-bet', bettor, `${'{"a":['.repeat(2_000)}`),
        post('/api/bets/place-bet', bettor, `{"legs":[${'{},'.repeat(10_000)}`),
        post('/api/bets/place-bet', bettor, `{"game":"${'x'.repeat(60_000)}"}`),
        get('/api/nowhere'),
        get(`/nowhere/${'x'.repeat(1_000)}`),
        get('/api/sports/nowhere'),
        get('/api/bets/my-bets', 'x'.repeat(43)),
      ],
    },
  ]
}

/** Wrong passwords from this many addresses: half for one name, half for names that do not exist. */
export const wrongSignIns = (addresses: number, username: string): Call[] =>
  Array.from({ length: addresses * 2 }, (_, n) => ({
    method: 'POST',
    path: '/api/auth/auth',
    headers: { 'x-forwarded-for': `198.51.100.${n % addresses}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      action: 'signin',
      username: n < addresses ? username : `nobody-${n}`,
      password: `guess number ${n}`,
    }),
  }))
