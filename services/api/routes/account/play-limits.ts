// GET /api/account/limits, POST /api/account/limits, POST /api/account/breaks: the bettor's own limits and breaks,
// decided by the ledger.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AccountCommand } from '#domain/account/commands.ts'
import { centsFromEuros } from '#domain/money.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import { ErrorReply, PlayLimits, SetLimitBody, TakeBreakBody } from '#services/contract/contract.ts'
import { isOfTheDesk, sessionOf } from '../../auth/authentication.ts'
import { commandMeta, refusedBy } from '../../command-context.ts'
import type { Api } from '../../http/api.ts'
import { ApiError } from '../../http/errors/errors.ts'
import { shownLimits } from '../../reads/play-limits.ts'
import type { Services } from '../../services.ts'

const response = { 200: PlayLimits, '4xx': ErrorReply, '5xx': ErrorReply } as const
const tags = ['account']

/** The session of a bettor; admins do not bet. */
function bettorOf(request: FastifyRequest) {
  const session = sessionOf(request)
  if (isOfTheDesk(session)) throw new ApiError('not_a_bettor')
  return session
}

export function playLimits(app: Api, { accounts, clock, freshness }: Services): void {
  const limitsNow = async (account: string) =>
    shownLimits(await accounts.read(account), clock.businessNow().toISOString())

  /** Executes the command and replies with the limits after it. */
  async function execute(request: FastifyRequest, reply: FastifyReply, command: AccountCommand) {
    const session = bettorOf(request)
    const { accountId } = session
    const meta = commandMeta(request, session, hashCommand(command), clock.businessNow())
    const outcome = await accounts.execute(accountId, command, meta)
    if (!outcome.accepted) throw refusedBy(outcome.refusal)
    const { position, hash } = outcome
    if (position !== null && hash !== null) {
      reply.header('x-ledger-position', freshness.recordWrite(session.id, position, hash))
    }
    return limitsNow(accountId)
  }

  app.get(
    '/api/account/limits',
    {
      schema: { summary: 'The bettor’s own limits, what is used of them, and a break in force', tags, response },
      config: { queue: 'reads', session: { refusal: 'not_authenticated' } },
    },
    (request) => limitsNow(bettorOf(request).accountId),
  )

  const ofCommand = {
    queue: 'bets',
    session: { refusal: 'not_authenticated' },
    carries: ['Idempotency-Key'],
  } as const
  app.post(
    '/api/account/limits',
    {
      schema: { summary: 'Set or remove an own limit on stakes or losses', tags, body: SetLimitBody, response },
      config: { ...ofCommand, invalid: (field) => (field === 'amount' ? { code: 'play_limit_invalid' } : null) },
    },
    (request, reply) => {
      const { kind, period, amount } = request.body
      // -1 stands for what is not an exact number of cents; the decider refuses it
      const amountCents = amount === null ? null : (centsFromEuros(amount) ?? -1)
      return execute(request, reply as FastifyReply, { type: 'SetPlayLimit', kind, period, amountCents })
    },
  )
  app.post(
    '/api/account/breaks',
    {
      schema: { summary: 'Take a break from betting, which nothing shortens', tags, body: TakeBreakBody, response },
      config: ofCommand,
    },
    (request, reply) => execute(request, reply as FastifyReply, { type: 'TakeBreak', length: request.body.length }),
  )
}
