// Everything that is kept about the signed-in user, in one file, from the same calls that the screens use.
import type { Bet, OwnRequests, OwnSessions, Statement, User } from '#services/contract/contract.ts'
import { refreshSession } from '#ui/data/auth.ts'
import { request, requestPage } from '#ui/lib/http/request.ts'
import { readSession } from '#ui/lib/session.ts'
import { wholeStatement } from './statement.ts'

export type OwnData = {
  exportedAt: string
  account: User
  bets: Bet[]
  statement: Statement['lines']
  sessions: OwnSessions['sessions']
  requests: OwnRequests['requests']
}

/** In pages, so that a long history is not one large reply. */
async function allBets(signal: AbortSignal): Promise<Bet[]> {
  const byId = new Map<string, Bet>()
  let path: string | null = '/api/bets/my-bets'
  while (path !== null) {
    const page: { body: Bet[]; next: string | null } = await requestPage<Bet[]>(path, { signal })
    for (const bet of page.body) byId.set(bet.id, bet)
    path = page.next
  }
  return [...byId.values()]
}

/** The email address is in `account`. */
export async function readOwnData(now: string, signal: AbortSignal): Promise<OwnData> {
  await refreshSession()
  const account = readSession()?.user
  if (account === undefined) throw new Error()
  const [bets, statement, { sessions }, { requests }] = await Promise.all([
    allBets(signal),
    wholeStatement({ kind: null, days: null }, signal),
    request<OwnSessions>('/api/account/sessions', { signal }),
    request<OwnRequests>('/api/account/requests', { signal }),
  ])
  return { exportedAt: now, account, bets, statement, sessions, requests }
}
