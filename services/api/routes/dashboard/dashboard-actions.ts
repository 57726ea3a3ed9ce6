// POST /api/admin/dashboard: everything that an admin changes, by `action`.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  AdminBody,
  BalanceUpdated,
  Done,
  ErrorReply,
  FixturePairDecided,
  FloatUpdated,
  SettlementDone,
  UserCreated,
} from '#services/contract/contract.ts'
import { sessionOf } from '../../auth/authentication.ts'
import { changeAccess } from '../../back-office/access/change-access.ts'
import { createAdmin } from '../../back-office/admins/create-admin.ts'
import { createAuditor } from '../../back-office/admins/create-auditor.ts'
import { decideDraw } from '../../back-office/admins/decide-draw.ts'
import { removeAdmin } from '../../back-office/admins/remove-admin.ts'
import { updateAdminBalance } from '../../back-office/admins/update-admin-balance.ts'
import { blacklistLeague } from '../../back-office/blacklist-league.ts'
import { blockUser } from '../../back-office/block-user.ts'
import { createUser } from '../../back-office/create-user.ts'
import { addNote } from '../../back-office/customer/add-note.ts'
import { changeUserPassword } from '../../back-office/customer/change-user-password.ts'
import { closeAccount } from '../../back-office/customer/close-account.ts'
import { erasePersonalData } from '../../back-office/customer/erase-personal-data.ts'
import { setBetCaps } from '../../back-office/customer/set-bet-caps.ts'
import { decideRequest } from '../../back-office/decide-request.ts'
import { changeSettings } from '../../back-office/desk/change-settings.ts'
import { closeDay } from '../../back-office/desk/close-day.ts'
import { payGoodwill } from '../../back-office/desk/pay-goodwill.ts'
import { stopBetting } from '../../back-office/desk/stop-betting.ts'
import { decideFixturePair } from '../../back-office/fixture-pairs.ts'
import { saveGamesOfTheDay } from '../../back-office/games-of-the-day/save-games.ts'
import { releaseMarket } from '../../back-office/release-market.ts'
import { decideByHand } from '../../back-office/settlement/carry-out.ts'
import { checkStanding } from '../../back-office/standing.ts'
import { updateBalance } from '../../back-office/update-balance.ts'
import type { Api } from '../../http/api.ts'
import { ApiError, type FailureCode } from '../../http/errors/errors.ts'
import { isInternalError } from '../../http/errors/failures.ts'
import { logFailure } from '../../http/errors/log-failure.ts'
import { isBlank } from '../../http/json/blank-field.ts'
import type { Services } from '../../services.ts'

const FAILURES: Record<AdminBody['action'], FailureCode> = {
  updateBalance: 'balance_failed',
  blockUser: 'user_status_failed',
  unblockUser: 'user_status_failed',
  createUser: 'create_user_failed',
  createUserAsAdmin: 'add_admin_failed',
  createAuditor: 'add_auditor_failed',
  updateAdminBalance: 'admin_balance_failed',
  removeAdmin: 'remove_admin_failed',
  approveDraw: 'approval_failed',
  declineDraw: 'approval_failed',
  joinFixtures: 'fixture_pair_failed',
  keepFixturesApart: 'fixture_pair_failed',
  'update-games-of-day': 'games_update_failed',
  blacklist: 'blacklist_failed',
  unblacklist: 'unblacklist_failed',
  recordResult: 'result_failed',
  correctResult: 'result_failed',
  abandonFixture: 'result_failed',
  decideMarket: 'result_failed',
  voidMarket: 'result_failed',
  voidEvent: 'result_failed',
  approveSettlement: 'result_failed',
  declineSettlement: 'result_failed',
  voidBet: 'bet_change_failed',
  resettleBet: 'bet_change_failed',
  releaseMarket: 'market_release_failed',
  decideRequest: 'request_failed',
  endSessions: 'sessions_failed',
  removeSecondFactor: 'second_factor_failed',
  changePassword: 'change_password_failed',
  setBetCaps: 'bet_caps_failed',
  closeAccount: 'closing_failed',
  erasePersonalData: 'erasure_failed',
  addNote: 'note_failed',
  changeSettings: 'settings_failed',
  payGoodwill: 'goodwill_failed',
  closeDay: 'close_day_failed',
  stopBetting: 'betting_stop_failed',
  resumeBetting: 'betting_stop_failed',
}
const AMOUNTS = new Set(['amount', 'closing', 'amountToAdd', 'initialBalance', 'adminBalance', 'newBalance'])

export function actOnDashboard(app: Api, services: Services): void {
  async function act(request: FastifyRequest, body: AdminBody) {
    const session = sessionOf(request)
    await checkStanding(services, session.accountId)
    switch (body.action) {
      case 'createUser':
        return createUser(services, request, session, body)
      case 'createUserAsAdmin':
        return createAdmin(services, request, session, body)
      case 'createAuditor':
        return createAuditor(services, request, session, body)
      case 'updateAdminBalance':
        return updateAdminBalance(services, request, session, body)
      case 'removeAdmin':
        return removeAdmin(services, request, session, body)
      case 'approveDraw':
      case 'declineDraw':
        return decideDraw(services, request, session, body)
      case 'updateBalance':
        return updateBalance(services, request, session, body)
      case 'blockUser':
      case 'unblockUser':
        return blockUser(services, request, session, body)
      case 'joinFixtures':
      case 'keepFixturesApart':
        return decideFixturePair(services, request, session, body)
      case 'update-games-of-day':
        return saveGamesOfTheDay(services, request, session, body)
      case 'blacklist':
      case 'unblacklist':
        return blacklistLeague(services, request, session, body)
      case 'recordResult':
      case 'correctResult':
      case 'abandonFixture':
      case 'decideMarket':
      case 'voidMarket':
      case 'voidEvent':
      case 'voidBet':
      case 'resettleBet':
      case 'approveSettlement':
      case 'declineSettlement':
        return decideByHand(services, request, session, body)
      case 'releaseMarket':
        return releaseMarket(services, request, session, body)
      case 'decideRequest':
        return decideRequest(services, request, session, body)
      case 'endSessions':
      case 'removeSecondFactor':
        return changeAccess(services, request, session, body)
      case 'changePassword':
        return changeUserPassword(services, request, session, body)
      case 'setBetCaps':
        return setBetCaps(services, request, session, body)
      case 'closeAccount':
        return closeAccount(services, request, session, body)
      case 'erasePersonalData':
        return erasePersonalData(services, request, session, body)
      case 'addNote':
        return addNote(services, request, session, body)
      case 'changeSettings':
        return changeSettings(services, request, session, body)
      case 'payGoodwill':
        return payGoodwill(services, request, session, body)
      case 'closeDay':
        return closeDay(services, request, session, body)
      case 'stopBetting':
      case 'resumeBetting':
        return stopBetting(services, request, session, body)
    }
  }

  app.post(
    '/api/admin/dashboard',
    {
      schema: {
        summary:
          'Users, admins and balances; games of the day and the league blacklist; results, markets, bets and pairs of fixtures by hand',
        tags: ['back office'],
        body: AdminBody,
        response: {
          200: z.union([UserCreated, BalanceUpdated, FloatUpdated, SettlementDone, FixturePairDecided, Done]),
          '4xx': ErrorReply,
          '5xx': ErrorReply,
        },
      },
      config: {
        session: { refusal: 'unauthorized', admin: true },
        carries: ['Idempotency-Key'],
        invalid: (field, value) => {
          if (field === '') return null
          if (field === 'action') return { code: 'action_unknown' }
          if (field === 'games' && isBlank(value)) return { code: 'games_missing' }
          if (isBlank(value)) return { code: 'fields_missing' }
          if (field === 'maxStake' || field === 'maxPayout') return { code: 'bet_cap_invalid' }
          return AMOUNTS.has(field) ? { code: 'amount_invalid' } : null
        },
      },
    },
    async (request, reply) => {
      const { body } = request
      try {
        const answer = await act(request, body)
        if ('position' in answer && answer.position !== '') reply.header('x-ledger-position', answer.position)
        return answer
      } catch (error) {
        if (!isInternalError(error)) throw error
        logFailure(request, error)
        throw new ApiError(FAILURES[body.action])
      }
    },
  )
}
