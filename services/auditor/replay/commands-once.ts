// A stream takes no command twice: whoever sends it again gets the first answer. An event that names a command which its
// stream has taken before was written by somebody else.
import type { Meta } from '../events/body.ts'
import type { Findings, Place } from '../findings/findings.ts'
import { BoundedMap } from './bounded-map.ts'

/** Commands of the whole log that the next are compared with: memory stays flat at any length of it. */
const COMPARED_WITH = 200_000
/** What every stream remembers for sure: its newest commands, and all of so long in business time, whose order differs a little between streams. */
const NEWEST = 1_000
const REMEMBERED_MS = (7 * 24 - 1) * 3_600_000

/** `first`: version of its first event. The rest is of its last event so far. In milliseconds, as which times take half the memory. */
type Taken = {
  readonly stream: string
  readonly first: number
  readonly at: number
  number: number
  version: number
  readonly recordedAt: number
}

export class CommandsOnce {
  readonly #findings: Findings
  readonly #taken = new BoundedMap<string, Taken>(COMPARED_WITH)
  /** Commands that several streams took: of those after the first each is under its own key. */
  readonly #several = new BoundedMap<string, true>(COMPARED_WITH)

  constructor(findings: Findings) {
    this.#findings = findings
  }

  add(place: Place, stream: string, version: number, { command, ...meta }: Meta): void {
    const { number } = place
    const at = Date.parse(meta.at)
    const recordedAt = Date.parse(meta.recordedAt)
    // nearly every command is of one stream: its id alone is a shorter key
    const known = this.#taken.get(command.id)
    const onStream = () => `${command.id} ${stream}`
    const later = known?.stream !== stream && this.#several.has(command.id) ? this.#taken.get(onStream()) : undefined
    const taken = known?.stream === stream ? known : later
    if (taken !== undefined) {
      // a command may write several events: in one append, so that they follow on each other and were recorded at once
      if (number === taken.number + 1 && version === taken.version + 1 && recordedAt === taken.recordedAt) {
        taken.number = number
        taken.version = version
        return
      }
      const isRemembered = version - taken.first <= NEWEST || at - taken.at < REMEMBERED_MS
      if (isRemembered) {
        const actual = `${command.id}, which ${stream}@${taken.first} had`
        this.#findings.at(place, 'command_repeated', 'a command that was new to its stream', actual)
      }
    }
    const isFirst = known === undefined || known.stream === stream
    if (!isFirst) this.#several.set(command.id, true)
    this.#taken.set(isFirst ? command.id : onStream(), { stream, first: version, at, number, version, recordedAt })
  }
}
