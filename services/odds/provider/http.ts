// One call of the provider over HTTP: its JSON body and the credits of its headers, or a ProviderError.
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { truncate } from '#domain/truncate.ts'
import { failureOf, ProviderError } from './provider-errors.ts'
import { ProviderErrorBody } from './wire.ts'

/** The credits of the key, according to the provider; null where it gave no number. `remaining` may be negative. */
export type Credits = { readonly remaining: number | null; readonly used: number | null; readonly last: number | null }

export type HttpOptions = {
  readonly baseUrl: string
  readonly apiKey: string
  /** For one attempt, from sending to the last byte. */
  readonly timeoutMs?: number
  /** How often a call that was made too soon is retried. */
  readonly retries?: number
  /** Waits before the next attempt: as long as the provider asks for, otherwise two seconds. */
  readonly pause?: (ms: number) => Promise<void>
}

const RETRY_AFTER_MS = 2_000
const MAX_RETRY_AFTER_MS = 30_000

export type Parameters = Readonly<Record<string, string | undefined>>
export type Answer = { readonly body: unknown; readonly credits: Credits }

export type ProviderHttp = {
  /** Throws ProviderError. */
  get(path: string, query?: Parameters): Promise<Answer>
  close(): Promise<void>
}

export function createProviderHttp(options: HttpOptions): ProviderHttp {
  const { apiKey, timeoutMs = 10_000, retries = 2 } = options
  const pause = options.pause ?? ((ms: number) => wait(ms))
  const base = options.baseUrl.replace(/\/+$/, '')
  const agent = new Agent({ connections: 8, keepAliveTimeout: 30_000 })

  async function attempt(path: string, query: Parameters): Promise<Answer> {
    const url = new URL(base + path)
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
    url.searchParams.set('apiKey', apiKey)
    const { status, headers, text } = await send(url)
    const credits = creditsOf(headers)
    const body = parsed(status, text)
    if (status >= 200 && status < 300) return { body, credits }
    throw refusal(status, body, headers)
  }

  async function send(url: URL) {
    try {
      const response = await request(url, { dispatcher: agent, signal: AbortSignal.timeout(timeoutMs) })
      return { status: response.statusCode, headers: response.headers, text: await response.body.text() }
    } catch (error) {
      // the URL contains the key: only the kind of failure is reported
      const timedOut = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
      const why = timedOut ? `no answer within ${timeoutMs} ms` : reasonOf(error)
      throw new ProviderError('unavailable', `The odds provider cannot be reached: ${why}`)
    }
  }

  return {
    async get(path, query = {}) {
      for (let retried = 0; ; retried++) {
        try {
          return await attempt(path, query)
        } catch (error) {
          if (!(error instanceof TooSoon)) throw error
          if (retried >= retries) throw new ProviderError('rate', error.message, error.status, error.code)
          await pause(error.retryAfterMs)
        }
      }
    },
    close: () => agent.close(),
  }
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

function creditsOf(headers: Headers): Credits {
  const read = (name: string): number | null => {
    const value = headers[`x-requests-${name}`]
    return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : null
  }
  return { remaining: read('remaining'), used: read('used'), last: read('last') }
}

function parsed(status: number, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const failure = status >= 500 ? 'unavailable' : 'malformed'
    throw new ProviderError(failure, `The odds provider did not answer in JSON: ${truncate(text)}`, status)
  }
}

class TooSoon extends ProviderError {
  readonly retryAfterMs: number
  constructor(message: string, status: number, code: string | null, retryAfterMs: number) {
    super('rate', message, status, code)
    this.retryAfterMs = retryAfterMs
  }
}

function refusal(status: number, body: unknown, headers: Headers): ProviderError {
  const { message, error_code } = ProviderErrorBody.safeParse(body).data ?? {}
  const code = error_code ?? null
  const failure = failureOf(status, code)
  const text = `The odds provider answered ${status}${code === null ? '' : ` ${truncate(code)}`}: ${truncate(message ?? JSON.stringify(body))}`
  if (failure !== 'rate') return new ProviderError(failure, text, status, code)
  const seconds = Number(headers['retry-after'])
  const given = Number.isFinite(seconds) && seconds > 0
  return new TooSoon(text, status, code, given ? Math.min(seconds * 1_000, MAX_RETRY_AFTER_MS) : RETRY_AFTER_MS)
}

function reasonOf(error: unknown): string {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' ? code : 'the connection failed'
}
