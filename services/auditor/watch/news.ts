// What a watch has found and not said yet. Findings of checks that are repeated at each look are said once.
import { type Finding, Findings } from '../findings/findings.ts'
import type { Said } from './said.ts'

/** After this many findings, repeated checks say nothing any more. */
const MOST_SAID = 10_000

export class News {
  /** For checks that are made once: every finding is new. */
  readonly fresh = new Findings()
  readonly #said = new Set<string>()
  readonly #waiting: Said[] = []
  #findings = 0
  #gaps = 0

  /** The number of findings so far. */
  get findings(): number {
    return this.#findings
  }

  get isClean(): boolean {
    return this.#findings + this.fresh.items.length + this.fresh.gaps.length === 0
  }

  say(said: Said): void {
    this.#waiting.push(said)
  }

  /** Runs a repeated check, and passes on and returns the findings that were not said before. */
  async again(check: (findings: Findings) => void | Promise<void>): Promise<readonly Finding[]> {
    const findings = new Findings()
    await check(findings)
    const unsaid = findings.items.filter((finding) => {
      const key = keyOf(finding)
      if (this.#said.has(key) || this.#said.size >= MOST_SAID) return false
      return this.#said.add(key)
    })
    for (const finding of unsaid) this.fresh.add(finding)
    for (const { what, number } of findings.gaps) this.fresh.gap(what, number)
    return unsaid
  }

  /** The subject is right again, so findings about it will be new. */
  forget(subject: string): void {
    for (const key of this.#said) if (key.startsWith(`${subject}\n`)) this.#said.delete(key)
  }

  /** Everything that has not been taken before, findings first. */
  *take(): Generator<Said> {
    const findings = this.fresh.items.splice(0)
    this.#findings += findings.length
    // what is found when an event is first read would be found again when it is reread
    for (const finding of findings) if (this.#said.size < MOST_SAID) this.#said.add(keyOf(finding))
    if (findings.length > 0) yield { kind: 'findings', findings }
    for (const gap of this.fresh.gaps.slice(this.#gaps)) yield { kind: 'gap', ...gap }
    this.#gaps = this.fresh.gaps.length
    yield* this.#waiting.splice(0)
  }
}

/** Leaves out the actual value, which may differ at each look. */
const keyOf = ({ subject, code, account, number, expected }: Finding): string =>
  [subject, code, account, number, expected].join('\n')
