// GET /api/account/second-factor and the calls below it: the caller sets up, renews and turns off their own second
// factor. Whatever weakens it needs the password and a code.
import type { FastifyRequest } from 'fastify'
import type { CommandMeta } from '#domain/meta.ts'
import type { CodeRequest } from '#services/accounts/second-factor/second-factors.ts'
import { hashCommand } from '#services/commands/command-id.ts'
import {
  BeginSecondFactor,
  ConfirmSecondFactor,
  Done,
  ErrorReply,
  RecoveryCodes,
  SecondFactorBegun,
  SecondFactorProof,
  SecondFactorStatus,
} from '#services/contract/contract.ts'
import { isOfTheDesk, sessionOf } from '../../auth/authentication.ts'
import { verifyCode } from '../../auth/second-factor/verify-code.ts'
import { verifyOwnPassword } from '../../auth/verify-own-password.ts'
import { commandMeta, refusedBy } from '../../command-context.ts'
import type { Api } from '../../http/api.ts'
import { untilClosed } from '../../http/connection/until-closed.ts'
import { ApiError } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'

const PATH = '/api/account/second-factor'
const errors = { '4xx': ErrorReply, '5xx': ErrorReply }
const session = { refusal: 'unauthorized', setsUpFactor: true, ownAccess: true } as const
const writing = { queue: 'reads', failure: 'second_factor_failed', session, carries: ['Idempotency-Key'] } as const

type Outcome = Awaited<ReturnType<Services['secondFactors']['confirm' | 'disable']>>

export function ownSecondFactor(app: Api, services: Services): void {
  const { clock, commandClaims, secondFactors, security, sessions, settings } = services
  const isDuty = settings.ADMIN_SECOND_FACTOR === 'required'

  /** Makes a change that needs a code. The code must not go into a hash. */
  async function change<Accepted extends Outcome>(
    request: FastifyRequest,
    what: { readonly type: string; readonly factor?: string },
    code: string,
    run: (request: CodeRequest) => Promise<Accepted>,
  ): Promise<Extract<Accepted, { accepted: true }>> {
    const own = sessionOf(request)
    const { accountId } = own
    if (code === '') throw new ApiError('fields_missing')
    const meta: CommandMeta = commandMeta(request, own, hashCommand(what), clock.businessNow())
    return verifyCode(services, request, accountId, code, async () => {
      const outcome = await commandClaims.hold(meta.command, () => run({ accountId, code, meta }))
      if (outcome.accepted) return outcome as Extract<Accepted, { accepted: true }>
      if (outcome.refusal === 'code_wrong') return null
      throw refusedBy(outcome.refusal)
    })
  }

  async function checkPassword(request: FastifyRequest, password: string, signal: AbortSignal): Promise<void> {
    await verifyOwnPassword(services, request, sessionOf(request), password, signal)
  }

  app.get(
    PATH,
    {
      schema: {
        summary: 'The caller’s own second factor',
        tags: ['account'],
        response: { 200: SecondFactorStatus, ...errors },
      },
      config: { queue: 'reads', session },
    },
    async (request) => {
      const own = sessionOf(request)
      const status = await secondFactors.status(own.accountId)
      return {
        enabled: status !== null,
        recoveryCodesLeft: status?.recoveryCodesLeft ?? null,
        required: isDuty && isOfTheDesk(own),
      }
    },
  )

  app.post(
    `${PATH}/begin`,
    {
      schema: {
        summary: 'A new secret for an app, with the password',
        tags: ['account'],
        body: BeginSecondFactor,
        response: { 200: SecondFactorBegun, ...errors },
      },
      config: { queue: 'reads', failure: 'second_factor_failed', session },
    },
    async (request, reply) => {
      const { accountId, username } = sessionOf(request)
      await checkPassword(request, request.body.password, untilClosed(reply))
      if ((await secondFactors.status(accountId)) !== null) throw new ApiError('second_factor_set')
      return secondFactors.begin(accountId, username)
    },
  )

  app.post(
    `${PATH}/confirm`,
    {
      schema: {
        summary: 'Put the new second factor in force, with a code of the app; all other sessions end',
        tags: ['account'],
        body: ConfirmSecondFactor,
        response: { 200: RecoveryCodes, ...errors },
      },
      config: writing,
    },
    async (request) => {
      const { accountId, commitment } = sessionOf(request)
      const { factor, code } = request.body
      const { recoveryCodes } = await change(request, { type: 'enable-second-factor', factor }, code, (by) =>
        secondFactors.confirm({ ...by, factor }),
      )
      await sessions.secureOwn(accountId, commitment)
      security.record('authn_second_factor_set', request, { account: accountId })
      return { recoveryCodes: [...recoveryCodes] }
    },
  )

  app.post(
    `${PATH}/recovery-codes`,
    {
      schema: {
        summary: 'New recovery codes, with password and code; those of before open nothing any more',
        tags: ['account'],
        body: SecondFactorProof,
        response: { 200: RecoveryCodes, ...errors },
      },
      config: writing,
    },
    async (request, reply) => {
      const { accountId } = sessionOf(request)
      const { password, code } = request.body
      await checkPassword(request, password, untilClosed(reply))
      const { recoveryCodes } = await change(request, { type: 'renew-recovery-codes' }, code, secondFactors.renewCodes)
      security.record('authn_recovery_codes_renewed', request, { account: accountId })
      return { recoveryCodes: [...recoveryCodes] }
    },
  )

  app.post(
    `${PATH}/disable`,
    {
      schema: {
        summary: 'Turn the second factor off, with password and code; all other sessions end',
        tags: ['account'],
        body: SecondFactorProof,
        response: { 200: Done, ...errors },
      },
      config: writing,
    },
    async (request, reply) => {
      const own = sessionOf(request)
      const { password, code } = request.body
      if (isDuty && isOfTheDesk(own)) throw new ApiError('second_factor_duty')
      await checkPassword(request, password, untilClosed(reply))
      await change(request, { type: 'disable-second-factor' }, code, secondFactors.disable)
      await sessions.endOwn(own.accountId, { otherThan: own.commitment })
      security.record('authn_second_factor_removed', request, { account: own.accountId })
      return { success: true as const }
    },
  )
}
