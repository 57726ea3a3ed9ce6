import { expect, test } from 'vitest'
import type { Finding } from '../findings/findings.ts'
import { jsonLines, type Said, textLines } from './said.ts'

async function* says(...said: Said[]) {
  yield* said
}
const finding: Finding = {
  code: 'hash_mismatch',
  number: 7,
  position: '8',
  subject: 'account-a@3',
  account: null,
  expected: 'a',
  actual: 'b',
}
const verified = (size: number): Said => ({ kind: 'verified', size, root: 'r', key: 'log+0a1b2c3d+AX' })

test('people are told each thing on one line, and once a minute that all is well', async () => {
  const lines = await Array.fromAsync(
    textLines(
      says(
        { kind: 'begun', sentence: 'It begins.' },
        verified(1_000),
        verified(1_001),
        { kind: 'findings', findings: [finding, { ...finding, code: 'chain_broken' }] },
        { kind: 'kept', files: ['a.txt', 'b.txt'] },
        { kind: 'gap', what: 'nothing is known', number: 9 },
        { kind: 'lost', why: 'gone', againInMs: 2_000 },
        { kind: 'back', afterMs: 61_000 },
        { kind: 'ended', result: 'findings', sentence: 'It ends.' },
      ),
      false,
    ),
  )
  for (const line of lines) expect(line).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z {2}\S+ +[^\n]+\n$/)
  expect(lines.map((line) => line.slice(26, -1))).toEqual([
    'watching  It begins.',
    'verified  1,000 events, root r, signed by log+0a1b2c3d+AX',
    'FINDING   hash_mismatch: account-a@3, ledger number 7: expected a, found b (and what may follow from it: chain_broken x1)',
    'evidence  a.txt, b.txt',
    'unjudged  nothing is known (ledger number 9)',
    'lost      gone; again in 2 s',
    'back      after 61 s; nothing that was appended meanwhile is left out',
    'ended     It ends.',
  ])
})

test('programs are told everything, an object each', async () => {
  const findings = [finding, { ...finding, number: 8 }]
  const lines = await Array.fromAsync(jsonLines(says(verified(1), verified(2), { kind: 'findings', findings })))
  const told = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  for (const { schema, at } of told) expect([schema, at]).toEqual(['fairbook-watch/1', expect.stringMatching(/Z$/)])
  expect(told.map(({ kind, size, number }) => [kind, size ?? number])).toEqual([
    ['verified', 1],
    ['verified', 2],
    ['finding', 7],
    ['finding', 8],
  ])
})
