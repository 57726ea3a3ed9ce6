// Has the newest checkpoint cosigned by witnesses, again and again, in parallel with the signing and never delaying it:
// whoever trusts a witness knows that nobody was shown another history.
import { setTimeout as pause } from 'node:timers/promises'
import { openPool } from '#services/platform/database/pool.ts'
import { lineOf } from '#services/platform/errors.ts'
import { Backoff } from '#services/platform/process/backoff.ts'
import { createBatcher } from '#services/platform/process/batcher.ts'
import type { Witness } from '#services/transparency/cosignature.ts'
import { type Signed, TransparencyLog } from '#services/transparency/log-reader.ts'
import { keepCosigned, noteCosigned, noteFault, type WitnessFault } from '#services/transparency/witness-rows.ts'
import { openWitnessCalls, type WitnessAnswer } from './witness-call.ts'

export type WitnessingOptions = {
  /** The database of the tree. */
  readonly url: string
  readonly witnesses: readonly Witness[]
  /** One line for the operator. */
  readonly log: (line: string) => void
  /** Least time between two rounds, in milliseconds. */
  readonly everyMs?: number | undefined
  /** Ends the work. */
  readonly signal: AbortSignal
}

const EVERY_MS = 1_000
const RETRY_MS = { first: 1_000, max: 60_000 }

/** What is known of a witness. */
type Known = {
  readonly witness: Witness
  readonly backoff: Backoff
  /** The size at which it knows the log, as far as it has told us. */
  size: number
  notBefore: number
  lastLine: string | null
}

/** Resolves when the signal has ended it; never rejects. */
export async function witnessCheckpoints(options: WitnessingOptions): Promise<void> {
  const { witnesses, signal, everyMs = EVERY_MS } = options
  if (witnesses.length === 0) return
  const rounds = new Rounds(options)
  while (!signal.aborted) {
    try {
      await rounds.round()
    } catch (error) {
      if (!signal.aborted) options.log(`witnesses: ${lineOf(error)}; retrying`)
    }
    await pause(everyMs, undefined, { signal }).catch(() => undefined)
  }
  await rounds.close()
}

class Rounds {
  readonly #pool: ReturnType<typeof openPool>
  readonly #log: TransparencyLog
  readonly #calls: ReturnType<typeof openWitnessCalls>
  readonly #known: readonly Known[]
  readonly #say: (line: string) => void

  constructor({ url, witnesses, log, signal }: WitnessingOptions) {
    this.#pool = openPool(url)
    this.#log = new TransparencyLog(this.#pool)
    this.#calls = openWitnessCalls(signal)
    this.#say = log
    this.#known = witnesses.map((witness) => {
      const backoff = new Backoff(RETRY_MS.first, RETRY_MS.max)
      return { witness, backoff, size: 0, notBefore: 0, lastLine: null }
    })
  }

  /** Sends the newest checkpoint to all who have not cosigned it and are not in a backoff. */
  async round(): Promise<void> {
    const signed = await this.#log.checkpoint()
    if (signed === null) return
    const { bare, cosignatures } = partsOf(signed.note)
    const waiting = this.#known.filter(
      ({ witness, notBefore }) =>
        performance.now() >= notBefore && !cosignatures.some((line) => line.startsWith(`— ${witness.name} `)),
    )
    const lines = [bare, ...cosignatures]
    const keepTogether = createBatcher<string, void>((gained) => {
      lines.push(...gained)
      return keepCosigned(this.#pool, signed.size, lines.join(''))
    })
    // stored as they arrive, so that one that does not answer delays none of the others
    const asked = waiting.map(async (known) => {
      const gained = await this.#ask(known, { size: signed.size, note: bare })
      if (gained.length > 0) await keepTogether(gained)
    })
    await Promise.all(asked)
  }

  async close(): Promise<void> {
    await this.#calls.close()
    await this.#pool.end()
  }

  /** Its cosignatures; empty if it gives none, which is recorded. */
  async #ask(known: Known, { size, note }: Signed): Promise<readonly string[]> {
    const { witness } = known
    let answer: WitnessAnswer | null = null
    // tried again if it knows the log at a different size than was thought
    for (let attempt = 0; attempt < 2; attempt++) {
      if (known.size > size) return this.#failed(known, 'forked', `it cosigned ${known.size} events, there are ${size}`)
      const consistency = await this.#log.consistency(known.size, size)
      answer = await this.#calls.ask(witness, { older: known.size, consistency, note })
      if (answer.kind !== 'knows') break
      known.size = answer.size
    }
    if (answer?.kind === 'cosigned') {
      known.size = size
      known.backoff.reset()
      known.lastLine = null
      await noteCosigned(this.#pool, witness.name, size)
      return answer.lines
    }
    // a call that we ended says nothing about the witness
    if (answer?.kind === 'stopped') return []
    if (answer?.kind === 'refused') {
      // it was sent the proof from the size that it named, so its history must be different
      return this.#failed(known, answer.status === 422 ? 'forked' : 'refused', answer.says)
    }
    return this.#failed(known, 'silent', answer?.kind === 'silent' ? answer.says : 'it names one size after another')
  }

  async #failed(known: Known, fault: WitnessFault, says: string): Promise<readonly string[]> {
    known.notBefore = performance.now() + known.backoff.next()
    const { name } = known.witness
    const line = `witness ${name}: ${fault}: ${says}`
    if (line !== known.lastLine) this.#say(line)
    known.lastLine = line
    await noteFault(this.#pool, name, fault, says)
    return []
  }
}

/** A stored note, split into the part signed by the log, which comes first, and the cosignatures. */
function partsOf(note: string): { readonly bare: string; readonly cosignatures: readonly string[] } {
  const end = note.indexOf('\n', note.indexOf('\n\n') + 2) + 1
  return { bare: note.slice(0, end), cosignatures: note.slice(end).match(/[^\n]+\n/g) ?? [] }
}
