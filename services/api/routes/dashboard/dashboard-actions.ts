// POST /api/admin/dashboard: everything that an admin changes, by `action`.
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Session } from '#services/accounts/sessions/session.ts'
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
import type { FailureCode } from '../../http/errors/errors.ts'
import { isBlank } from '../../http/json/blank-field.ts'
import type { Services } from '../../services.ts'

type Action = AdminBody['action']
/** `failure`: the reply if something of ours fails while the action is carried out. */
type Actions = {
  readonly [Name in Action]: {
    readonly carryOut: (
      services: Services,
      request: FastifyRequest,
      session: Session,
      body: Extract<AdminBody, { action: Name }>,
    ) => Promise<object>
    readonly failure: FailureCode
  }
}

const ACTIONS = {
  createUser: { carryOut: createUser, failure: 'create_user_failed' },
  createUserAsAdmin: { carryOut: createAdmin, failure: 'add_admin_failed' },
  createAuditor: { carryOut: createAuditor, failure: 'add_auditor_failed' },
  updateAdminBalance: { carryOut: updateAdminBalance, failure: 'admin_balance_failed' },
  removeAdmin: { carryOut: removeAdmin, failure: 'remove_admin_failed' },
  approveDraw: { carryOut: decideDraw, failure: 'approval_failed' },
  declineDraw: { carryOut: decideDraw, failure: 'approval_failed' },
  updateBalance: { carryOut: updateBalance, failure: 'balance_failed' },
  blockUser: { carryOut: blockUser, failure: 'user_status_failed' },
  unblockUser: { carryOut: blockUser, failure: 'user_status_failed' },
  joinFixtures: { carryOut: decideFixturePair, failure: 'fixture_pair_failed' },
  keepFixturesApart: { carryOut: decideFixturePair, failure: 'fixture_pair_failed' },
  'update-games-of-day': { carryOut: saveGamesOfTheDay, failure: 'games_update_failed' },
  blacklist: { carryOut: blacklistLeague, failure: 'blacklist_failed' },
  unblacklist: { carryOut: blacklistLeague, failure: 'unblacklist_failed' },
  recordResult: { carryOut: decideByHand, failure: 'result_failed' },
  correctResult: { carryOut: decideByHand, failure: 'result_failed' },
  abandonFixture: { carryOut: decideByHand, failure: 'result_failed' },
  decideMarket: { carryOut: decideByHand, failure: 'result_failed' },
  voidMarket: { carryOut: decideByHand, failure: 'result_failed' },
  voidEvent: { carryOut: decideByHand, failure: 'result_failed' },
  voidBet: { carryOut: decideByHand, failure: 'bet_change_failed' },
  resettleBet: { carryOut: decideByHand, failure: 'bet_change_failed' },
  approveSettlement: { carryOut: decideByHand, failure: 'result_failed' },
  declineSettlement: { carryOut: decideByHand, failure: 'result_failed' },
  releaseMarket: { carryOut: releaseMarket, failure: 'market_release_failed' },
  decideRequest: { carryOut: decideRequest, failure: 'request_failed' },
  endSessions: { carryOut: changeAccess, failure: 'sessions_failed' },
  removeSecondFactor: { carryOut: changeAccess, failure: 'second_factor_failed' },
  changePassword: { carryOut: changeUserPassword, failure: 'change_password_failed' },
  setBetCaps: { carryOut: setBetCaps, failure: 'bet_caps_failed' },
  closeAccount: { carryOut: closeAccount, failure: 'closing_failed' },
  erasePersonalData: { carryOut: erasePersonalData, failure: 'erasure_failed' },
  addNote: { carryOut: addNote, failure: 'note_failed' },
  changeSettings: { carryOut: changeSettings, failure: 'settings_failed' },
  payGoodwill: { carryOut: payGoodwill, failure: 'goodwill_failed' },
  closeDay: { carryOut: closeDay, failure: 'close_day_failed' },
  stopBetting: { carryOut: stopBetting, failure: 'betting_stop_failed' },
  resumeBetting: { carryOut: stopBetting, failure: 'betting_stop_failed' },
} as const satisfies Actions

const failureOf = (action: string | undefined): FailureCode | undefined =>
  Object.entries(ACTIONS).find(([name]) => name === action)?.[1].failure

/** Whether this action may come without the field. */
const isOptional = (action: string | undefined, field: string): boolean =>
  AdminBody.options.some(({ shape }) => {
    const fields: z.ZodRawShape = shape
    return shape.action.value === action && fields[field] instanceof z.ZodOptional
  })

const AMOUNTS = new Set(['amount', 'closing', 'amountToAdd', 'initialBalance', 'adminBalance', 'newBalance'])

export function actOnDashboard(app: Api, services: Services): void {
  async function act(request: FastifyRequest, body: AdminBody) {
    const session = sessionOf(request)
    await checkStanding(services, session.accountId)
    const { carryOut } = ACTIONS[body.action]
    // the table has the action that the body is for, which the compiler cannot see
    return carryOut(services, request, session, body as never)
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
        failure: ({ body }) => failureOf((body as Partial<AdminBody> | null)?.action),
        carries: ['Idempotency-Key'],
        invalid: (field, value, { action }: Partial<AdminBody>) => {
          if (field === '') return null
          if (field === 'action') return { code: 'action_unknown' }
          if (field === 'games' && isBlank(value)) return { code: 'games_missing' }
          if (value === null && isOptional(action, field)) return null
          if (isBlank(value)) return { code: 'fields_missing' }
          if (field === 'maxStake' || field === 'maxPayout') return { code: 'bet_cap_invalid' }
          return AMOUNTS.has(field) ? { code: 'amount_invalid' } : null
        },
      },
    },
    async (request, reply) => {
      const answer = await act(request, request.body)
      if ('position' in answer && answer.position !== '') reply.header('x-ledger-position', answer.position)
      return answer
    },
  )
}
