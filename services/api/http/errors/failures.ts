// Maps anything thrown to the error that is sent.
import type { FastifyContextConfig, FastifyError } from 'fastify'
import { truncate } from '#domain/truncate.ts'
import { PasswordAbandoned, PasswordQueueFull } from '#services/accounts/passwords/passwords.ts'
import { PasswordReplaced } from '#services/accounts/sessions/sessions.ts'
import { AppendTooLarge, OutcomeUnknown } from '#services/event-store/port.ts'
import { isTransient } from '#services/platform/process/transient-errors.ts'
import { ApiError, type ErrorCode, type FailureCode } from './errors.ts'
import type { NotAsDescribed } from './schema-check.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * The code for an internal failure of this route; `internal` by default. A function: for one of this request, of
     * which nothing may have been read yet.
     */
    failure?: FailureCode | ((request: Pick<FastifyRequest, 'body' | 'query'>) => FailureCode | undefined)
    /** Fields besides error and code in every error of this route. */
    refusal?: { readonly success: false }
    /** The error for a body or query that does not match the route's schema; `invalid_request` by default. */
    invalid?: (field: string, value: unknown, body: object) => { code: ErrorCode; error?: string } | null
  }
}

const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_request',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
}

const codeOf = (error: unknown): string => {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : ''
}

/** Null for an internal failure, which is logged and answered with the route's own code. */
export function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error
  if (error instanceof OutcomeUnknown) return new ApiError('outcome_unknown')
  if (error instanceof PasswordReplaced) return new ApiError('credentials_wrong')
  if (error instanceof PasswordQueueFull) return new ApiError('passwords_busy', { retryAfterS: 2 })
  // the client has gone, so nobody reads this reply
  if (error instanceof PasswordAbandoned) return new ApiError('unavailable', { retryAfterS: 1 })
  if (error instanceof AppendTooLarge) return new ApiError('body_too_large')
  const code = FASTIFY_CODES[codeOf(error)]
  if (code !== undefined) return new ApiError(code)
  if (isTransient(error)) return new ApiError('unavailable', { retryAfterS: 1 })
  const { statusCode } = error as FastifyError
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new ApiError('invalid_request')
  return null
}

/** The error for a body or query that does not match its schema; it names the first invalid field. */
export function invalidRequest(
  { issues }: NotAsDescribed,
  body: unknown,
  invalid: FastifyContextConfig['invalid'],
): ApiError {
  const [first] = issues
  const field = first?.path.join('.') ?? ''
  const [top = ''] = field.split('.')
  const fields = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {}
  const known = invalid?.(top, fields[top], fields)
  if (known) return new ApiError(known.code, known.error === undefined ? {} : { error: known.error })
  const what = first?.message ?? 'not valid'
  return new ApiError('invalid_request', {
    error: field === '' ? `The request is not valid: ${what}` : `${truncate(field)}: ${what}`,
  })
}
