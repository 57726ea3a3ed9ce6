// A stream takes no command twice: the product answers a repeated one with its first answer. So an event that repeats
// the command of an earlier event on its stream was not written by the product.
import type { Meta } from '../../events/body.ts'
import { msOf } from '../../events/times/instant.ts'
import type { Findings, Place } from '../../findings/findings.ts'
import type { Part } from '../../spill/kept-file.ts'
import type { Stream } from '../entities.ts'
import { TakenCommands, type WrittenCommands } from './taken-commands.ts'

/** How many of the log's latest commands are remembered, so that memory stays flat however long the log is. */
const COMPARED_WITH = 200_000
/**
 * Remembered commands of a stream: the last thousand, and those of seven days of business time. An hour less is asked
 * for here, because business times of different streams need not be in order.
 */
const NEWEST = 1_000
const REMEMBERED_MS = (7 * 24 - 1) * 3_600_000

type Written = { readonly taken: WrittenCommands; readonly last: string }

export class CommandsOnce implements Part<Written> {
  readonly #findings: Findings
  /** Who recorded the log's last event, and by which command and when: all events of one append agree in that. */
  #last = ''
  readonly #taken = new TakenCommands(COMPARED_WITH)

  constructor(findings: Findings) {
    this.#findings = findings
  }

  write(): Written {
    return { taken: this.#taken.write(), last: this.#last }
  }

  read({ taken, last }: Written): void {
    this.#taken.read(taken)
    this.#last = last
  }

  add(place: Place, { name, ordinal }: Pick<Stream, 'name' | 'ordinal'>, version: number, meta: Meta): void {
    const { number } = place
    const { id } = meta.command
    const at = msOf(meta.at)
    const recordedAt = msOf(meta.recordedAt)
    const before = this.#last
    this.#last = `${meta.actor.id} ${meta.session} ${meta.command.hash} ${meta.at} ${meta.recordedAt}`
    const taken = this.#taken.get(id, ordinal)
    if (taken !== undefined) {
      // a command may write several events, in one append: these follow each other, of one person at one time
      if (number === taken.number + 1 && version === taken.version + 1 && this.#last === before) {
        this.#taken.set(id, ordinal, { ...taken, number, version })
        return
      }
      const isRemembered = version - taken.first <= NEWEST || at - taken.at < REMEMBERED_MS
      if (isRemembered) {
        const actual = `${id}, which ${name}@${taken.first} had`
        this.#findings.at(place, 'command_repeated', 'a command that was new to its stream', actual)
      }
    }
    this.#taken.set(id, ordinal, { first: version, at, number, version, recordedAt })
  }
}
