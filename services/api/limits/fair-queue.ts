// Shares one thread fairly: a limited number of calls per caller run at a time, and waiting callers are served round
// robin, however many calls each has sent. A caller with more calls waiting cools down between two of them, so that the
// one that sends the most gets at most half of the time.
import { ApiError } from '../http/errors/errors.ts'

export type FairQueueOptions = {
  /** How many calls of one caller run at a time. */
  readonly atOnce: number
  /** How many calls of one caller may wait; any more are refused. */
  readonly waitingMax: number
  /** The longest that a call waits, in milliseconds. */
  readonly waitMs: number
  /**
   * At most one call starts per iteration of the event loop. For calls that may be answered from memory without ever
   * yielding: dozens that arrive together would block everything else until the last of them is answered.
   */
  readonly paced: boolean
}

export type FairQueue = {
  /**
   * Admits a call of `caller`: null if at once, otherwise a promise that resolves when it may start. An admitted call
   * must `leave` when it is done. Rejects without admitting it: with ApiError too_many_requests if too many wait or it
   * waited too long, with ApiError unavailable if `isAbandoned` says that the client has disconnected.
   */
  enter(caller: string, isAbandoned: () => boolean): Promise<void> | null
  /** `tookMs`: time since the call was admitted. */
  leave(caller: string, tookMs: number): void
  /** Number of calls that wait. */
  readonly waiting: number
  close(): void
}

type Waiter = {
  readonly since: number
  readonly isAbandoned: () => boolean
  readonly admit: () => void
  readonly refuse: (error: ApiError) => void
}
type Caller = { running: number; readonly waiters: Waiter[] }

const SWEEP_EVERY_MS = 250
const COOL_DOWN_MS = { min: 2, max: 50 } as const

const tooMany = () => new ApiError('too_many_requests', { retryAfterS: 1 })

export function createFairQueue({ atOnce, waitingMax, waitMs, paced }: FairQueueOptions): FairQueue {
  const callers = new Map<string, Caller>()
  /** Callers with waiting calls that may start, in the order in which they are served. */
  const ready = new Set<Caller>()
  let waiting = 0
  /** True if no other call may start in this iteration of the event loop. */
  let paused = false
  let sweeper: NodeJS.Timeout | null = null
  // calls that keep the thread busy run one after another however many are admitted, so each cools down for all of them
  const coolDowns = paced ? 2 * atOnce - 1 : 1

  function enter(key: string, isAbandoned: () => boolean): Promise<void> | null {
    let caller = callers.get(key)
    if (caller === undefined) {
      caller = { running: 0, waiters: [] }
      callers.set(key, caller)
    }
    if (!paused && caller.running < atOnce && caller.waiters.length === 0) {
      caller.running += 1
      if (paced) pauseStarts()
      return null
    }
    return wait(caller, isAbandoned)
  }

  function wait(caller: Caller, isAbandoned: () => boolean): Promise<void> {
    if (caller.waiters.length >= waitingMax) return Promise.reject(tooMany())
    waiting += 1
    sweeper ??= setInterval(refuseLate, SWEEP_EVERY_MS).unref()
    return new Promise((admit, refuse) => {
      caller.waiters.push({ since: performance.now(), isAbandoned, admit, refuse })
      if (caller.running < atOnce) ready.add(caller)
    })
  }

  function pauseStarts(): void {
    paused = true
    setImmediate(resumeStarts)
  }

  function resumeStarts(): void {
    paused = false
    for (const caller of ready) {
      ready.delete(caller)
      if (start(caller) && paced) break
    }
  }

  /** Admits the call that has waited longest; false if none is left. */
  function start(caller: Caller): boolean {
    for (let waiter = caller.waiters.shift(); waiter !== undefined; waiter = caller.waiters.shift()) {
      waiting -= 1
      if (waiter.isAbandoned()) {
        waiter.refuse(new ApiError('unavailable'))
        continue
      }
      caller.running += 1
      waiter.admit()
      if (caller.waiters.length > 0 && caller.running < atOnce) ready.add(caller)
      if (paced) pauseStarts()
      return true
    }
    return false
  }

  function leave(key: string, tookMs: number): void {
    const caller = callers.get(key)
    if (caller === undefined) return
    if (caller.waiters.length === 0) free(key, caller)
    else setTimeout(free, coolDownMs(tookMs), key, caller)
  }

  const coolDownMs = (tookMs: number): number =>
    Math.min(COOL_DOWN_MS.max, Math.max(COOL_DOWN_MS.min, tookMs * coolDowns))

  function free(key: string, caller: Caller): void {
    caller.running -= 1
    if (caller.waiters.length > 0) {
      ready.add(caller)
      if (!paused) resumeStarts()
    } else if (caller.running === 0) callers.delete(key)
  }

  function refuseLate(): void {
    const before = performance.now() - waitMs
    for (const [key, caller] of callers) {
      while (caller.waiters.length > 0 && caller.waiters[0]!.since <= before) {
        waiting -= 1
        caller.waiters.shift()!.refuse(tooMany())
      }
      if (caller.waiters.length > 0) continue
      ready.delete(caller)
      if (caller.running === 0) callers.delete(key)
    }
    if (waiting === 0) stopSweeper()
  }

  function stopSweeper(): void {
    if (sweeper !== null) clearInterval(sweeper)
    sweeper = null
  }

  return {
    enter,
    leave,
    get waiting() {
      return waiting
    },
    close: stopSweeper,
  }
}
