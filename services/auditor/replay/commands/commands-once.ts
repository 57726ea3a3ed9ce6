// A stream takes no command twice: whoever sends it again gets the first answer. An event that names a command which its
// stream has taken before was written by somebody else.
import type { Meta } from '../../events/body.ts'
import { msOf } from '../../events/times/instant.ts'
import type { Findings, Place } from '../../findings/findings.ts'
import type { Part } from '../../spill/kept-file.ts'
import type { Stream } from '../entities.ts'
import { TakenCommands, type WrittenCommands } from './taken-commands.ts'

/** Commands of the whole log that the next are compared with: memory stays flat at any length of it. */
const COMPARED_WITH = 200_000
/** What every stream remembers for sure: its newest commands, and all of so long in business time, whose order differs a little between streams. */
const NEWEST = 1_000
const REMEMBERED_MS = (7 * 24 - 1) * 3_600_000

export class CommandsOnce implements Part<WrittenCommands> {
  readonly #findings: Findings
  readonly #taken = new TakenCommands(COMPARED_WITH)

  constructor(findings: Findings) {
    this.#findings = findings
  }

  write(): WrittenCommands {
    return this.#taken.write()
  }

  read(written: WrittenCommands): void {
    this.#taken.read(written)
  }

  add(place: Place, { name, ordinal }: Pick<Stream, 'name' | 'ordinal'>, version: number, meta: Meta): void {
    const { number } = place
    const { id } = meta.command
    const at = msOf(meta.at)
    const recordedAt = msOf(meta.recordedAt)
    const taken = this.#taken.get(id, ordinal)
    if (taken !== undefined) {
      // a command may write several events: in one append, so that they follow on each other and were recorded at once
      if (number === taken.number + 1 && version === taken.version + 1 && recordedAt === taken.recordedAt) {
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
