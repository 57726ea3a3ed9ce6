// Each test that `docs/security.md` names exists, and every requirement of the chapters has its row.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const TABLE = 'docs/security.md'

/** ASVS 5.0.0, levels 1 and 2: the numbers of the requirements by section. */
const REQUIREMENTS: Readonly<Record<string, readonly number[]>> = {
  'V1.1': [1, 2],
  'V1.2': [1, 2, 3, 4, 5, 6, 7, 8, 9],
  'V1.3': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
  'V1.4': [1, 2, 3],
  'V1.5': [1, 2],
  'V2.1': [1, 2, 3],
  'V2.2': [1, 2, 3],
  'V2.3': [1, 2, 3, 4],
  'V2.4': [1],
  'V4.1': [1, 2, 3],
  'V4.2': [1],
  'V4.3': [1, 2],
  'V4.4': [1, 2, 3, 4],
  'V6.1': [1, 2, 3],
  'V6.2': [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  'V6.3': [1, 2, 3, 4],
  'V6.4': [1, 2, 3, 4],
  'V6.5': [1, 2, 3, 4, 5],
  'V6.6': [1, 2, 3],
  'V6.8': [1, 2, 3, 4],
  'V7.1': [1, 2, 3],
  'V7.2': [1, 2, 3, 4],
  'V7.3': [1, 2],
  'V7.4': [1, 2, 3, 4, 5],
  'V7.5': [1, 2],
  'V7.6': [1, 2],
  'V8.1': [1, 2],
  'V8.2': [1, 2, 3],
  'V8.3': [1],
  'V8.4': [1],
  'V13.1': [1],
  'V13.2': [1, 2, 3, 4, 5],
  'V13.3': [1, 2],
  'V13.4': [1, 2, 3, 4, 5],
  'V16.1': [1],
  'V16.2': [1, 2, 3, 4, 5],
  'V16.3': [1, 2, 3, 4],
  'V16.4': [1, 2, 3],
  'V16.5': [1, 2, 3],
}

type Row = { id: string; asked: string; answer: string; verdict: string }

const text = readFileSync(join(ROOT, TABLE), 'utf8')
const rows: Row[] = text
  .split('\n')
  .filter((line) => /^\| V\d/.test(line))
  .map((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim())
    expect(cells, line).toHaveLength(6)
    const [, id, asked, answer, verdict] = cells as [string, string, string, string, string, string]
    return { id, asked, answer, verdict }
  })

/** A file and the title of a test or section in it: `path` 'title'. */
const EVIDENCE = /`([\w./-]+)` '([^']+)'/g
const evidenceOf = ({ answer }: Row) =>
  [...answer.matchAll(EVIDENCE)].map(([, file, title]) => [file!, title!] as const)

const escaped = (title: string) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const holds = (file: string, title: string): boolean => {
  if (!existsSync(join(ROOT, file))) return false
  const source = readFileSync(join(ROOT, file), 'utf8')
  if (file.endsWith('.md')) return new RegExp(`^#+ ${escaped(title)}$`, 'm').test(source)
  // the title of a test or a describe, or the name of a row of its table
  return new RegExp(`[[(]\\s*(['"\`])${escaped(title)}\\1`).test(source)
}

describe('the table of ASVS', () => {
  test('has every requirement of levels 1 and 2 once, in order', () => {
    const due = Object.entries(REQUIREMENTS).flatMap(([section, numbers]) => numbers.map((n) => `${section}.${n}`))
    expect(rows.map(({ id }) => id)).toEqual(due)
  })

  test('gives one of four verdicts, with a reason', () => {
    const later = [...text.matchAll(/^- \*\*([^*]+)\*\*/gm)].map(([, piece]) => `later: ${piece}`)
    expect(later.length).toBeGreaterThan(0)
    for (const { id, verdict, asked, answer } of rows) {
      expect(['met', 'not applicable', 'deviation', ...later], id).toContain(verdict)
      expect(
        [asked, answer].every((cell) => cell.length > 5),
        id,
      ).toBe(true)
    }
  })

  test.each(rows.filter(({ verdict }) => verdict === 'met').map((row) => [row.id, row] as const))(
    '%s is met by what exists',
    (_id, row) => {
      expect(evidenceOf(row)).not.toEqual([])
    },
  )

  const named = rows.flatMap((row) => evidenceOf(row).map(([file, title]) => [row.id, file, title] as const))
  test.each(named)('%s: %s has %j', (_id, file, title) => {
    expect(holds(file, title)).toBe(true)
  })

  test('a title that does not exist would be noticed', () => {
    expect(holds('tests/security-table.test.ts', ['a title', 'nobody gave'].join(' '))).toBe(false)
    expect(holds('tests/no-such.test.ts', 'anything')).toBe(false)
  })
})
