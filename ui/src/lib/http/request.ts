// All calls to the server: JSON, bearer token, timeout, errors with a code and a text.
import type { ErrorReply } from '#services/contract/contract.ts'
import { endBlockedSession } from '../blocked.ts'
import { messages } from '../messages.ts'
import { readSession, requirePasswordChange, requireSecondFactor } from '../session.ts'
import { ApiError } from './api-error.ts'

type RequestOptions = {
  method?: 'GET' | 'POST'
  body?: unknown
  signal?: AbortSignal | undefined
  timeoutMs?: number
  /** One per submission: the server never carries out the same key twice. */
  idempotencyKey?: string
}

const DEFAULT_TIMEOUT_MS = 20_000
/** Matches only paths of this server, so that the token is sent nowhere else. */
const NEXT_PAGE_LINK = /<(\/api\/[^>]*)>; rel="next"/

/** Throws ApiError; rejects with the signal's reason when the caller's own signal aborts. */
export const request = async <T>(path: string, options: RequestOptions = {}): Promise<T> =>
  (await requestPage<T>(path, options)).body

/** `next` is the path of the following page, from the Link header; null on the last page. */
export type Page<T> = { body: T; next: string | null }

/** Like `request`, for one page of a list. */
export async function requestPage<T>(path: string, options: RequestOptions = {}): Promise<Page<T>> {
  const token = readSession()?.token ?? null
  const deadline = AbortSignal.timeout(options.timeoutMs ?? DEFAULT_TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, deadline]) : deadline
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (options.body !== undefined) headers['Content-Type'] = 'application/json'
  if (token) headers.Authorization = `Bearer ${token}`
  if (options.idempotencyKey) headers['Idempotency-Key'] = options.idempotencyKey
  try {
    const response = await fetch(path, {
      method: options.method ?? (options.body === undefined ? 'GET' : 'POST'),
      headers,
      signal,
      ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    })
    const body = parseResponse<T>(response, await response.text(), token)
    return { body, next: NEXT_PAGE_LINK.exec(response.headers.get('link') ?? '')?.[1] ?? null }
  } catch (error) {
    if (error instanceof ApiError || options.signal?.aborted) throw error
    if (deadline.aborted) throw new ApiError(messages.errors.timeout, 0, 'timeout', { token })
    throw new ApiError(messages.errors.network, 0, 'network', { token })
  }
}

/** The body of a reply; throws ApiError if it is a refusal. */
export function parseResponse<T>(response: Response, text: string, token: string | null): T {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new ApiError(messages.errors.notJson(text.slice(0, 100)), response.status, 'not_json', { token })
  }
  if (response.ok) return body as T
  const { error, code, changes, challenge } = (body ?? {}) as Partial<ErrorReply>
  if (code === 'password_change_required' && token !== null) requirePasswordChange(token)
  if (code === 'second_factor_setup_required' && token !== null) requireSecondFactor(token)
  if (code === 'account_blocked' && token !== null) endBlockedSession(token)
  throw new ApiError(
    typeof error === 'string' ? error : '',
    response.status,
    typeof code === 'string' ? code : 'unknown',
    {
      changes: Array.isArray(changes) ? changes : [],
      token,
      challenge: challenge ?? null,
      retryAfterS: parseRetryAfter(response.headers.get('retry-after')),
    },
  )
}

/** Our server sends Retry-After in seconds, never as a date. */
const parseRetryAfter = (header: string | null): number | null =>
  header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null
