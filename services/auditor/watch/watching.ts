// Looks again and again, even after lost connections, until the watch ends.
import { setTimeout as pause } from 'node:timers/promises'
import { StoreUnavailable } from '#services/event-store/port.ts'
import { lineOf } from '#services/platform/errors.ts'
import { Backoff } from '#services/platform/process/backoff.ts'
import { isTransient, unrecoverableIn } from '#services/platform/process/transient-errors.ts'
import { NoConnection } from '../failures.ts'
import { EXIT, resultOf } from '../report/report.ts'
import type { Said } from './said.ts'
import type { Watched } from './watched.ts'

export type Pace = {
  /** Time between two looks. */
  readonly everyMs: number
  /** How long to watch: 0 for a single look, null until interrupted. */
  readonly forMs: number | null
}

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000

export class Watching {
  readonly #watched: Watched
  readonly #pace: Pace
  readonly #signal: AbortSignal | undefined
  #lostAt: number | null = null

  constructor(watched: Watched, pace: Pace, signal?: AbortSignal) {
    this.#watched = watched
    this.#pace = pace
    this.#signal = signal
  }

  /** To be read after everything was said. */
  get exitCode(): number {
    const { news, hasVerified } = this.#watched
    if (news.findings > 0) return EXIT.findings
    if (this.#lostAt !== null) return EXIT.noConnection
    return news.isClean && hasVerified ? EXIT.clean : EXIT.incomplete
  }

  /**
   * Says what it finds as it finds it. Throws if the first look cannot reach the log, and the signal's reason when it
   * aborts.
   */
  async *says(): AsyncGenerator<Said> {
    const { everyMs, forMs } = this.#pace
    const end = performance.now() + (forMs ?? Number.POSITIVE_INFINITY)
    const backoff = new Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS)
    // cuts off the pending query, whose error is then only a consequence
    const cutOff = () => void this.#watched.disconnect()
    this.#signal?.addEventListener('abort', cutOff)
    try {
      for (let wasThere = false; ; ) {
        const isLast = performance.now() >= end
        let waitMs = everyMs
        try {
          for await (const said of this.#watched.look(isLast)) {
            wasThere = true
            yield* this.#isBack()
            yield said
          }
          yield* this.#isBack()
          backoff.reset()
        } catch (error) {
          this.#signal?.throwIfAborted()
          if (!wasThere || !isLoss(error)) throw error
          await this.#watched.disconnect()
          this.#lostAt ??= performance.now()
          waitMs = backoff.next()
          yield* this.#watched.news.take()
          if (!isLast) yield { kind: 'lost', why: lineOf(error), againInMs: waitMs }
        }
        if (isLast) break
        await this.#wait(Math.min(waitMs, Math.max(0, end - performance.now())))
      }
      yield { kind: 'ended', result: this.#result(), sentence: this.#sentence() }
    } finally {
      this.#signal?.removeEventListener('abort', cutOff)
      await this.#watched.close()
    }
  }

  *#isBack(): Generator<Said> {
    if (this.#lostAt === null) return
    yield { kind: 'back', afterMs: Math.round(performance.now() - this.#lostAt) }
    this.#lostAt = null
  }

  async #wait(ms: number): Promise<void> {
    await pause(ms, undefined, { ...(this.#signal && { signal: this.#signal }) }).catch(() => undefined)
    this.#signal?.throwIfAborted()
  }

  #result(): string {
    return this.exitCode === EXIT.noConnection ? 'no connection' : resultOf(this.exitCode)
  }

  #sentence(): string {
    const { news } = this.#watched
    const summary = this.#watched.summary()
    switch (this.exitCode) {
      case EXIT.findings:
        return `${news.findings} ${news.findings === 1 ? 'finding' : 'findings'}: ${summary}.`
      case EXIT.noConnection:
        return `The connection was lost and is not back: nothing was found until then, ${summary}.`
      case EXIT.incomplete:
        return `Not everything could be judged, and unverified is not clean: ${summary}.`
      default:
        return `Nothing was found: ${summary}.`
    }
  }
}

/** Whether the other side does not answer but may do so again. */
const isLoss = (error: unknown): boolean =>
  unrecoverableIn(error) === null &&
  (error instanceof NoConnection || error instanceof StoreUnavailable || isTransient(error))
