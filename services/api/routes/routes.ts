// The table of routes, and what every request to them goes through: its session, its queue, its deadline.
import { requireSessions } from '../auth/authentication.ts'
import type { Api } from '../http/api.ts'
import { answerInTime } from '../http/deadline.ts'
import type { ResponseCache } from '../http/replies/response-cache.ts'
import { queueRequests } from '../limits/request-queues.ts'
import type { Services } from '../services.ts'
import { changeEmail } from './account/change-email.ts'
import { ownClosing } from './account/closing/closing.ts'
import { endSessions } from './account/end-sessions.ts'
import { listSessions } from './account/list-sessions.ts'
import { playLimits } from './account/play-limits.ts'
import { readStatement } from './account/read-statement.ts'
import { ownRequests } from './account/requests.ts'
import { ownSecondFactor } from './account/second-factor.ts'
import { actOnAuth } from './auth/auth-actions.ts'
import { listDeskBets } from './back-office/list-desk-bets.ts'
import { readAlerts } from './back-office/read-alerts.ts'
import { readApprovals } from './back-office/read-approvals.ts'
import { readBalances } from './back-office/read-balances.ts'
import { readCheckpoint } from './back-office/read-checkpoint.ts'
import { readFigures } from './back-office/read-figures.ts'
import { readFloat } from './back-office/read-float.ts'
import { readRules } from './back-office/read-rules.ts'
import { readSessions } from './back-office/read-sessions.ts'
import { readSettlement } from './back-office/read-settlement.ts'
import { listSuspicions } from './back-office/read-suspicions.ts'
import { readTrail } from './back-office/read-trail.ts'
import { readUsers } from './back-office/read-users.ts'
import { searchDesk } from './back-office/search-desk.ts'
import { listBets } from './bets/list-bets.ts'
import { placeBet } from './bets/placing/place-bet.ts'
import { readHistory } from './bets/read-history.ts'
import { readLimits } from './bets/read-limits.ts'
import { readPerformance } from './bets/read-performance.ts'
import { readReceipt } from './bets/read-receipt.ts'
import { readStatistics } from './bets/read-statistics.ts'
import { readTotals } from './bets/read-totals.ts'
import { actOnDashboard } from './dashboard/dashboard-actions.ts'
import { readDashboard } from './dashboard/read-dashboard.ts'
import { readLog } from './log/read-log.ts'
import { openStream } from './product/open-stream.ts'
import { readClock } from './product/read-clock.ts'
import { readDescription } from './product/read-description.ts'
import { readHealth } from './product/read-health.ts'
import { listGames } from './sports/list-games.ts'
import { listLive } from './sports/list-live-games.ts'
import { listResults } from './sports/list-results.ts'
import { listSports } from './sports/list-sports.ts'
import { readFeed } from './sports/read-feed.ts'
import { readPrices } from './sports/read-prices.ts'

export async function addRoutes(app: Api, services: Services, lists: ResponseCache): Promise<void> {
  // each wraps the handler, the last one outermost: the deadline covers everything, and a queued request is
  // authenticated again when it starts
  requireSessions(app, services)
  queueRequests(app, services.queues)
  answerInTime(app, services.deadline)
  actOnAuth(app, services)
  changeEmail(app, services)
  ownClosing(app, services)
  ownRequests(app, services)
  ownSecondFactor(app, services)
  listSessions(app, services)
  playLimits(app, services)
  endSessions(app, services)
  readStatement(app, services)
  listBets(app, services)
  readStatistics(app, services)
  readTotals(app, services)
  readPerformance(app, services)
  readHistory(app, services)
  readReceipt(app, services)
  readLimits(app, services)
  placeBet(app, services)
  listSports(app, services, lists)
  listLive(app, services, lists)
  listGames(app, services, lists)
  listResults(app, services, lists)
  readPrices(app, services)
  readFeed(app, services)
  readUsers(app, services)
  readDashboard(app, services)
  readSettlement(app, services)
  listDeskBets(app, services)
  searchDesk(app, services)
  actOnDashboard(app, services)
  readFigures(app, services)
  readAlerts(app, services)
  readApprovals(app, services)
  readFloat(app, services)
  readTrail(app, services)
  readBalances(app, services)
  readCheckpoint(app, services)
  readSessions(app, services)
  listSuspicions(app, services)
  readRules(app, services)
  readClock(app, services)
  openStream(app, services)
  readLog(app, services)
  readHealth(app, services)
  readDescription(app)
}
