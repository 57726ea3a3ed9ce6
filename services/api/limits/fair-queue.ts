// Work on one thread, shared fairly: each caller may have so many calls worked on at a time, what is more waits, and those
// who wait take turns, whoever sent more. Between two calls of a caller who has more of them waiting there is a rest, as
// long as the first took: whoever asks for as much as he can get has half of the time at most.
import { ApiError } from '../http/errors/errors.ts'

export type FairQueueOptions = {
  /** Calls of one caller that are worked on at a time. */
  readonly atOnce: number
  /** Calls of one caller that may wait; more are refused. */
  readonly waitingMax: number
  /** Milliseconds that a call waits at most. */
  readonly waitMs: number
  /**
   * At most one call begins in each turn of the event loop. For calls that may be answered without ever giving way, from
   * memory: dozens that arrive together would keep everything else waiting until the last of them is answered.
   */
  readonly paced: boolean
}

export type FairQueue = {
  /**
   * Lets a call of `caller` in: null where at once, otherwise a promise that resolves in its turn. It must `leave` once
   * it is done. Rejects with ApiError too_many_requests where too many wait, or it waited too long; with ApiError
   * unavailable where `gone` says that nobody waits for the answer any more. Then it has not been let in.
   */
  enter(caller: string, gone: () => boolean): Promise<void> | null
  /** `tookMs`: since it was let in. */
  leave(caller: string, tookMs: number): void
  /** Calls that wait. */
  readonly waiting: number
  close(): void
}

type Waiter = {
  readonly since: number
  readonly gone: () => boolean
  readonly admit: () => void
  readonly refuse: (error: ApiError) => void
}
type Caller = { underWay: number; readonly waiters: Waiter[] }

const LOOK_EVERY_MS = 250
const REST_MS = { least: 2, most: 50 } as const

const tooMany = () => new ApiError('too_many_requests', { retryAfterS: 1 })

export function createFairQueue({ atOnce, waitingMax, waitMs, paced }: FairQueueOptions): FairQueue {
  const callers = new Map<string, Caller>()
  /** Those with waiting calls that may begin, in the order of their turns. */
  const ready = new Set<Caller>()
  let waiting = 0
  /** A call has begun in this turn of the event loop, or others wait for the next. */
  let held = false
  let looking: NodeJS.Timeout | null = null

  function enter(key: string, gone: () => boolean): Promise<void> | null {
    let caller = callers.get(key)
    if (caller === undefined) {
      caller = { underWay: 0, waiters: [] }
      callers.set(key, caller)
    }
    if (!held && caller.underWay < atOnce && caller.waiters.length === 0) {
      caller.underWay += 1
      if (paced) hold()
      return null
    }
    return wait(caller, gone)
  }

  function wait(caller: Caller, gone: () => boolean): Promise<void> {
    if (caller.waiters.length >= waitingMax) return Promise.reject(tooMany())
    waiting += 1
    looking ??= setInterval(refuseLate, LOOK_EVERY_MS).unref()
    return new Promise((admit, refuse) => {
      caller.waiters.push({ since: performance.now(), gone, admit, refuse })
      if (caller.underWay < atOnce) ready.add(caller)
    })
  }

  function hold(): void {
    held = true
    setImmediate(nextTurn)
  }

  function nextTurn(): void {
    held = false
    for (const caller of ready) {
      ready.delete(caller)
      if (begin(caller) && paced) break
    }
  }

  /** Lets in the one that has waited longest; false where none is left. */
  function begin(caller: Caller): boolean {
    for (let waiter = caller.waiters.shift(); waiter !== undefined; waiter = caller.waiters.shift()) {
      waiting -= 1
      if (waiter.gone()) {
        waiter.refuse(new ApiError('unavailable'))
        continue
      }
      caller.underWay += 1
      waiter.admit()
      if (caller.waiters.length > 0 && caller.underWay < atOnce) ready.add(caller)
      if (paced) hold()
      return true
    }
    return false
  }

  function leave(key: string, tookMs: number): void {
    const caller = callers.get(key)
    if (caller === undefined) return
    if (caller.waiters.length === 0) free(key, caller)
    else setTimeout(free, Math.min(REST_MS.most, Math.max(REST_MS.least, tookMs)), key, caller)
  }

  function free(key: string, caller: Caller): void {
    caller.underWay -= 1
    if (caller.waiters.length > 0) {
      ready.add(caller)
      if (!held) nextTurn()
    } else if (caller.underWay === 0) callers.delete(key)
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
      if (caller.underWay === 0) callers.delete(key)
    }
    if (waiting === 0) stopLooking()
  }

  function stopLooking(): void {
    if (looking !== null) clearInterval(looking)
    looking = null
  }

  return {
    enter,
    leave,
    get waiting() {
      return waiting
    },
    close: stopLooking,
  }
}
