// One call of the provider over HTTP: its JSON body and the credits in its headers, or a ProviderError.
import { setTimeout as wait } from 'node:timers/promises'
import { Agent, request } from 'undici'
import { truncate } from '#domain/truncate.ts'
import { ExpectedError } from '#services/platform/errors.ts'
import { beginSpan, currentWork, inSpan, isTracing, type Span } from '#services/platform/tracing/spans.ts'
import { type Credits, creditsOf, type Headers } from './credit-headers.ts'
import { createPace } from './pace.ts'
import { failureOf, ProviderError, type Refusal } from './provider-errors.ts'
import { redacting } from './redact.ts'
import { createRetries } from './retries.ts'
import { ProviderErrorBody } from './wire.ts'

export type HttpOptions = {
  readonly baseUrl: string
  readonly apiKey: string
  /** For one attempt, from sending to the last byte. */
  readonly timeoutMs?: number
  /** How often a call is retried, if that makes sense. */
  readonly retries?: number
  /** Calls are started no faster than this; no limit by default. */
  readonly callsPerSecond?: number
  /** Waits before the next attempt. */
  readonly pause?: (ms: number) => Promise<void>
}

/** All games of a league with every bookmaker are a few MB. */
const MAX_BYTES = 64 * 1024 * 1024

export type Parameters = Readonly<Record<string, string | undefined>>
export type Answer = { readonly body: unknown; readonly credits: Credits }

export type ProviderHttp = {
  /** Throws ProviderError, which contains neither the key nor the URL; CallGivenUp if `close` came first. */
  get(path: string, query?: Parameters): Promise<Answer>
  /** Abandons calls in progress: otherwise a silent provider could delay the end for as long as a call may take. */
  close(): Promise<void>
}

/** The process ends. Says nothing about the provider. */
class CallGivenUp extends ExpectedError {}

export function createProviderHttp(options: HttpOptions): ProviderHttp {
  const { apiKey, timeoutMs = 10_000, retries: limit = 2 } = options
  const pause = options.pause ?? ((ms: number) => wait(ms))
  const pace = createPace(options.callsPerSecond)
  const redact = redacting(apiKey)
  const base = options.baseUrl.replace(/\/+$/, '')
  const closing = new AbortController()
  // as many connections as calls: one that waited for another's would use up its own time, and make the provider look
  // silent
  const agent = new Agent({ keepAliveTimeout: 30_000, maxResponseSize: MAX_BYTES })

  async function attempt(path: string, query: Parameters, span: Span | null): Promise<Answer | Refused> {
    const url = new URL(base + path)
    for (const [name, value] of Object.entries(query)) if (value !== undefined) url.searchParams.set(name, value)
    url.searchParams.set('apiKey', apiKey)
    const { status, headers, text } = await send(url)
    span?.set({ 'http.response.status_code': status })
    const credits = creditsOf(headers)
    const isAnswer = status >= 200 && status < 300
    if (!isAnswer) span?.fail(String(status))
    const body = parsed(text)
    if (body === undefined) {
      const failure = status >= 500 ? 'server' : status === 429 ? 'rate-limited' : 'not-json'
      const error = failed(failure, `did not answer in JSON (${status}): ${quoted(text)}`, { status, credits })
      return { error, retryAfterMs: retryAfterOf(headers) }
    }
    if (isAnswer) return { body, credits }
    const { message, error_code: code = null } = ProviderErrorBody.safeParse(body).data ?? {}
    const about = `answered ${status}${code === null ? '' : ` ${quoted(code)}`}: ${quoted(message ?? text)}`
    const refusal = { status, credits, code: code === null ? null : quoted(code) }
    return { error: failed(failureOf(status, code), about, refusal), retryAfterMs: retryAfterOf(headers) }
  }

  const quoted = (text: string) => truncate(redact(text))
  const failed = (failure: ProviderError['failure'], what: string, refusal?: Refusal) =>
    new ProviderError(failure, `The odds provider ${what}`, refusal)

  async function send(url: URL) {
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), closing.signal])
      const response = await request(url, { dispatcher: agent, signal })
      return { status: response.statusCode, headers: response.headers, text: await response.body.text() }
    } catch (error) {
      if (closing.signal.aborted) throw new CallGivenUp('a call of the odds provider was given up at the end')
      // the URL contains the key, so only the kind of failure is reported, and no cause
      const timedOut = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
      if (timedOut) throw failed('timeout', `cannot be reached: no answer within ${timeoutMs} ms`)
      throw failed('network', `cannot be reached: ${reasonOf(error)}`)
    }
  }

  async function attempted(path: string, query: Parameters): Promise<Answer | Refused> {
    await pace()
    try {
      const span = beginCall(path)
      return await inSpan(span, () => attempt(path, query, span))
    } catch (error) {
      return { error, retryAfterMs: null }
    }
  }

  return {
    async get(path, query = {}) {
      for (const retries = createRetries(limit); ; ) {
        const answer = await attempted(path, query)
        if (!('error' in answer)) return answer
        const ms = retries.pauseAfter(answer)
        if (ms === null || closing.signal.aborted) throw answer.error
        await pause(ms)
      }
    },
    async close() {
      closing.abort()
      await agent.destroy()
    },
  }
}

/**
 * The path names a league or a game. The query, which has the key, is not recorded, and the provider is not sent any
 * trace header.
 */
function beginCall(path: string): Span | null {
  if (!isTracing()) return null
  const work = currentWork()
  const attributes = { 'http.request.method': 'GET', 'url.path': path }
  return beginSpan({ name: 'call the provider', trace: work?.trace, parent: work?.id, kind: 'client', attributes })
}

type Refused = { readonly error: unknown; readonly retryAfterMs: number | null }
function retryAfterOf(headers: Headers): number | null {
  const seconds = Number(headers['retry-after'])
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : null
}

/** Undefined, which no JSON is, if it is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function reasonOf(error: unknown): string {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' ? code : 'the connection failed'
}
