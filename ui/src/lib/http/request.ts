// The one way to the server: JSON in, JSON out, bearer token, time limit, errors with code and text.
import type { ErrorReply } from '#services/contract/contract.ts'
import { messages } from '../messages.ts'
import { readSession, requirePasswordChange } from '../session.ts'

export type OddsChange = NonNullable<ErrorReply['changes']>[number]

/**
 * A refusal or failure. `status` is 0 where no answer came: `code` is then 'timeout' or 'network'.
 * A reply that is no JSON has the code 'not_json'. Where the server gave no text, the message is empty: see `errorText`.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly changes: OddsChange[]
  /** The token that the request carried, so that a late 401 does not end a newer session. */
  readonly token: string | null
  /** When to try again, in seconds; null where the server did not say. */
  readonly retryAfterS: number | null

  constructor(
    message: string,
    status: number,
    code: string,
    changes: OddsChange[] = [],
    token: string | null = null,
    retryAfterS: number | null = null,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.changes = changes
    this.token = token
    this.retryAfterS = retryAfterS
  }
}

export type RequestOptions = {
  method?: 'GET' | 'POST'
  body?: unknown
  signal?: AbortSignal | undefined
  /** Milliseconds until the request is given up; the error's code is then 'timeout'. */
  timeoutMs?: number
  /** One per submission: the same key again never acts twice. */
  idempotencyKey?: string
}

const DEFAULT_TIMEOUT_MS = 20_000
/** A path of this server: the token goes nowhere else. */
const NEXT = /<(\/api\/[^>]*)>; rel="next"/

/** Throws ApiError; rejects with the signal's reason when the caller's own signal aborts. */
export const request = async <T>(path: string, options: RequestOptions = {}): Promise<T> =>
  (await requestPage<T>(path, options)).body

/** `next`: the path of the page that follows, as the reply's Link names it; null after the last. */
export type Page<T> = { body: T; next: string | null }

/** As `request`, for one page of many. */
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
    const body = readReply<T>(response, await response.text(), token)
    return { body, next: NEXT.exec(response.headers.get('link') ?? '')?.[1] ?? null }
  } catch (error) {
    if (error instanceof ApiError || options.signal?.aborted) throw error
    if (deadline.aborted) throw new ApiError(messages.errors.timeout, 0, 'timeout', [], token)
    throw new ApiError(messages.errors.network, 0, 'network', [], token)
  }
}

function readReply<T>(response: Response, text: string, token: string | null): T {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new ApiError(messages.errors.notJson(text.slice(0, 100)), response.status, 'not_json', [], token)
  }
  if (response.ok) return body as T
  const { error, code, changes } = (body ?? {}) as Partial<ErrorReply>
  if (code === 'password_change_required' && token !== null) requirePasswordChange(token)
  throw new ApiError(
    typeof error === 'string' ? error : '',
    response.status,
    typeof code === 'string' ? code : 'unknown',
    Array.isArray(changes) ? changes : [],
    token,
    secondsOf(response.headers.get('retry-after')),
  )
}

/** Of a Retry-After in seconds, as our server sends it. */
const secondsOf = (header: string | null): number | null =>
  header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null

/** The text to show for anything that was thrown: its own, else the one of what was tried. */
export function errorText(error: unknown, fallback: string = messages.errors.unknown): string {
  return error instanceof Error && error.message ? error.message : fallback
}
