// Makes changes to signed books one at a time; each is audited and undone.
import { verify } from '#services/auditor/verify.ts'
import { lineOf } from '#services/platform/errors.ts'
import { Changes, KINDS, type Kind, type Made } from './changes.ts'
import { missed } from './judge.ts'
import { type SignedBook, signedBook } from './signed-book.ts'

export type Tampering = {
  /** A migrated database with an empty log for each book, by both roles. */
  readonly newDatabase: () => Promise<{ readonly url: string; readonly ownerUrl: string }>
  readonly books: number
  /** Per book. */
  readonly changes: number
  readonly cleanRuns: number
  /** Of the first book; later ones have the following numbers, and each is the same alone as among others. */
  readonly seed: number
  readonly print?: (line: string) => void
}

export type Tampered = {
  readonly changes: ReadonlyMap<Kind, number>
  /** Tables that were changed. */
  readonly tables: ReadonlySet<string>
  readonly cleanRuns: number
  /** What was not found, or not named; and what was found without a change. Each with what reproduces it. */
  readonly missed: readonly string[]
  readonly falseAlarms: readonly string[]
}

const OF_ROWS: readonly Kind[] = ['flip', 'delete', 'insert', 'swap', 'flip', 'insert', 'swap', 'flip', 'delete']
/** Rewritten chains and cut logs also need a rebuild of the projections, so there are fewer of them. */
const BY_TURNS: readonly Kind[] = [...OF_ROWS, 'rewrite', ...OF_ROWS, 'cut']

export async function tamper(options: Tampering): Promise<Tampered> {
  const { newDatabase, books, changes: changesEach, cleanRuns: cleanEach, seed, print = () => undefined } = options
  const changes = new Map<Kind, number>(KINDS.map((kind) => [kind, 0]))
  const tables = new Set<string>()
  const misses: string[] = []
  const falseAlarms: string[] = []
  for (let n = 0; n < books; n++) {
    const { url, ownerUrl } = await newDatabase()
    const book = await signedBook(url, ownerUrl, seed + n)
    const expectClean = async (when: string) => {
      const { findings, gaps } = await audit(book)
      if (findings.length + gaps.length > 0)
        falseAlarms.push(`book ${seed + n}, ${when}: ${JSON.stringify(findings[0] ?? gaps[0])}`)
    }
    const made = await Changes.begin(book)
    for (let run = 0; run < cleanEach; run++) await expectClean(run === 0 ? 'made' : 'again')
    for (let change = 0; change < changesEach; change++) {
      const kind = BY_TURNS[change % BY_TURNS.length]!
      const one = await made.make(kind, (seed + n) * changesEach + change)
      changes.set(kind, changes.get(kind)! + 1)
      tables.add(one.table)
      const why = await whyMissed(one, book)
      if (why !== null)
        misses.push(
          `book ${seed + n}, change ${change}: ${one.kind} ${one.table} ${one.columns} ${one.numbers}: ${why}`,
        )
      await made.undo(one)
    }
    if (changesEach > 0) await expectClean('with every change undone')
    await book.close()
    print(`  ${n + 1} of ${books} books: ${misses.length} missed, ${falseAlarms.length} false alarms`)
  }
  return { changes, tables, cleanRuns: books * (cleanEach + (changesEach > 0 ? 1 : 0)), missed: misses, falseAlarms }
}

/** Null if it was found and named. An audit that fails judges nothing. */
async function whyMissed(made: Made, book: SignedBook): Promise<string | null> {
  try {
    return missed(made, await audit(book))
  } catch (error) {
    return `the audit broke off: ${lineOf(error)}`
  }
}

const audit = ({ url, auditor, kept: { note, key } }: SignedBook) =>
  verify({ url, client: auditor, threads: 1, kept: { checkpoints: [{ name: 'kept', note }], keys: [key] } })
