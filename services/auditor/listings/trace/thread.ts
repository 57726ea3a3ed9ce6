// The events that belong to what is traced: those that name it, those that follow from them, and those that they rest
// on. These come before them, so the log is searched in several passes.
import type { Body } from '../../events/body.ts'
import type { LogRow } from '../../events/log-row.ts'
import type { Target } from './target.ts'

/**
 * 'asked for': is it, or names it. 'same bet', 'same command'. 'follows': names such an event as its cause. 'rests on':
 * is named by one.
 */
export type Relation = 'asked for' | 'same command' | 'same bet' | 'follows' | 'rests on'

/**
 * For people: an event that a job recorded about a bet was asked for by nobody. `isEvent`: an event was traced, not
 * what events name.
 */
export const shownRelation = (relation: Relation, isEvent: boolean): string =>
  relation !== 'asked for' ? relation : isEvent ? 'is it' : 'is about it'

const COMMAND = /"command":\{"hash":"[0-9a-f]{64}","id":"([0-9a-f]{32})"\}/
const CAUSATION = /"causation":"([^"]+)"/
/** The fields in which an id may stand, besides the command's. */
const NAMES = ['bet', 'transfer', 'draw', 'goodwill', 'request', 'correlation']

export class Thread {
  /** By '<stream>@<version>', in no order. */
  readonly relations = new Map<string, Relation>()
  readonly #target: Target
  readonly #commands = new Set<string>()
  readonly #bets = new Set<string>()
  /** Events whose effects belong to the thread. */
  readonly #roots = new Set<string>()
  /** Events and hashes of events that an event of the thread names. */
  readonly #named = new Set<string>()

  constructor(target: Target) {
    this.#target = target
  }

  /** Returns whether the event is a new part of the thread. As long as a pass finds one, another pass is needed. */
  look(row: LogRow): boolean {
    const event = `${row.stream}@${row.version}`
    if (this.relations.has(event)) return false
    const relation = this.#relationOf(row, event)
    if (relation === null) return false
    this.relations.set(event, relation)
    const body = bodyOf(row)
    if (body !== null) this.#follow(body, event, relation)
    return true
  }

  #relationOf({ body, number, hash }: LogRow, event: string): Relation | null {
    const target = this.#target
    if ('number' in target && target.number === number) return 'asked for'
    if ('event' in target && target.event === event) return 'asked for'
    const command = COMMAND.exec(body)?.[1]
    if ('id' in target && body.includes(target.id)) {
      if (command === target.id || NAMES.some((name) => body.includes(`"${name}":"${target.id}"`))) return 'asked for'
    }
    if (command !== undefined && this.#commands.has(command)) return 'same command'
    for (const bet of this.#bets) if (body.includes(`"bet":"${bet}"`)) return 'same bet'
    const cause = CAUSATION.exec(body)?.[1]
    if (cause !== undefined && this.#roots.has(cause)) return 'follows'
    return this.#named.has(event) || this.#named.has(hash) ? 'rests on' : null
  }

  #follow({ meta, ...body }: Body, event: string, relation: Relation): void {
    if (meta.causation != null) this.#named.add(meta.causation)
    if (relation === 'rests on') return
    this.#roots.add(event)
    if (meta.configuration !== undefined) this.#named.add(meta.configuration)
    for (const named of eventsNamedBy(body as Body)) this.#named.add(named)
    if (relation !== 'asked for') return
    this.#commands.add(meta.command.id)
    if ('bet' in body.data && body.data.bet !== undefined) this.#bets.add(body.data.bet)
  }
}

/** Null if the body is broken. Such an event can still be part of the thread by its place; the replay reports it. */
function bodyOf({ body }: LogRow): Body | null {
  try {
    return JSON.parse(body) as Body
  } catch {
    return null
  }
}

/** The events that a bet was struck at, that it was settled by, or that an event replaces. */
function* eventsNamedBy({ stream, type, data }: Body): Generator<string> {
  if (type === 'BetPlaced') {
    for (const { fixture, fixtureVersion, seal, price } of data.legs) {
      yield `fixture-${fixture}@${fixtureVersion}`
      if (seal !== undefined) yield `feed-${seal.feed}@${seal.version}`
      if (price !== undefined) yield `fixture-${fixture}@${price}`
    }
  }
  const legs = type === 'BetSettled' ? data.legs : type === 'BetResettled' ? (data.settlement?.legs ?? []) : []
  for (const { fixture, result } of legs) yield `fixture-${fixture}@${result}`
  if ('replaces' in data && typeof data.replaces === 'number') yield `${stream}@${data.replaces}`
}
