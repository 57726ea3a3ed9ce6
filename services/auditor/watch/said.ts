// What a watch says while it runs, as lines for people or for programs.
import { styleText } from 'node:util'
import type { Finding, Gap } from '../findings/findings.ts'
import { type CountsByCode, faultsOf } from '../report/faults.ts'
import { printable } from '../report/printable.ts'
import { TOOL_VERSION } from '../report/version.ts'

export type Said =
  /** Said once, when the log was reached for the first time. */
  | { readonly kind: 'begun'; readonly sentence: string }
  /** A checkpoint was verified: its signature is right, and the log grew to it from the one verified before. */
  | { readonly kind: 'verified'; readonly size: number; readonly root: string; readonly key: string }
  | { readonly kind: 'findings'; readonly findings: readonly Finding[] }
  /** Something could not be checked. */
  | ({ readonly kind: 'gap' } & Gap)
  /** The two checkpoints of a contradiction were saved as files. */
  | { readonly kind: 'kept'; readonly files: readonly string[] }
  | { readonly kind: 'lost'; readonly why: string; readonly againInMs: number }
  | { readonly kind: 'back'; readonly afterMs: number }
  /** The watch came to its end without being interrupted. */
  | { readonly kind: 'ended'; readonly result: string; readonly sentence: string }

export type Says = AsyncIterable<Said>

/** Lines of JSON in the schema `fairbook-watch/1`, each an object of its own. */
export async function* jsonLines(says: Says): AsyncGenerator<string> {
  for await (const said of says) {
    if (said.kind === 'begun') yield jsonLine({ ...said, tool: TOOL_VERSION })
    else if (said.kind !== 'findings') yield jsonLine(said)
    else for (const finding of said.findings) yield jsonLine({ kind: 'finding', ...finding })
  }
}

const jsonLine = (said: object): string => `${JSON.stringify({ schema: 'fairbook-watch/1', at: now(), ...said })}\n`
const now = (): string => new Date().toISOString()

/** A growing log is verified every second, but people are told so only once a minute. */
const VERIFIED_EVERY_MS = 60_000
/** Most faults shown of one look, so that a ruined log does not fill the screen. */
const MOST_FAULTS = 100

type Paint = (style: 'red' | 'green' | 'yellow' | 'dim', text: string) => string

export async function* textLines(says: Says, color: boolean): AsyncGenerator<string> {
  const paint: Paint = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text)
  let verifiedAt = Number.NEGATIVE_INFINITY
  for await (const said of says) {
    if (said.kind === 'verified') {
      if (performance.now() - verifiedAt < VERIFIED_EVERY_MS) continue
      verifiedAt = performance.now()
    }
    for (const [label, style, text] of linesOf(said)) {
      yield `${now()}  ${style === null ? label.padEnd(8) : paint(style, label.padEnd(8))}  ${printable(text)}\n`
    }
  }
}

type Line = readonly [label: string, style: Parameters<Paint>[0] | null, text: string]

function linesOf(said: Said): Line[] {
  switch (said.kind) {
    case 'begun':
      return [['watching', null, said.sentence]]
    case 'verified':
      return [['verified', 'green', `${count(said.size)} events, root ${said.root}, signed by ${said.key}`]]
    case 'findings':
      return faultLines(said.findings)
    case 'gap':
      return [['unjudged', 'yellow', `${said.what}${said.number === null ? '' : ` (ledger number ${said.number})`}`]]
    case 'kept':
      return [['evidence', 'yellow', said.files.join(', ')]]
    case 'lost':
      return [['lost', 'yellow', `${said.why}; again in ${seconds(said.againInMs)}`]]
    case 'back':
      return [['back', 'green', `after ${seconds(said.afterMs)}; nothing that was appended meanwhile is left out`]]
    case 'ended':
      return [['ended', null, said.sentence]]
  }
}

function faultLines(findings: readonly Finding[]): Line[] {
  const faults = faultsOf(findings)
  const lines = faults.slice(0, MOST_FAULTS).map(({ first, following }): Line => {
    const { code, number, subject, account, expected, actual } = first
    const place = number === null ? subject : `${subject}, ledger number ${number}`
    const whose = account === null ? '' : `, account ${account}`
    return ['FINDING', 'red', `${code}: ${place}${whose}: expected ${expected}, found ${actual}${alsoOf(following)}`]
  })
  const others = faults.length - lines.length
  return others > 0 ? [...lines, ['FINDING', 'red', `and ${count(others)} more: ledger verify has them`]] : lines
}

function alsoOf(following: CountsByCode): string {
  if (following.size === 0) return ''
  return ` (and what may follow from it: ${[...following].map(([code, times]) => `${code} x${times}`).join(', ')})`
}

const count = (value: number): string => value.toLocaleString('en-US')
const seconds = (ms: number): string => `${Math.max(1, Math.round(ms / 1_000))} s`
