import { describe, expect, test } from 'vitest'
import { Findings, MAX_FINDINGS } from '../findings/findings.ts'
import { jsonReport } from './json-report.ts'
import { exitCodeOf, type Report } from './report.ts'
import { textReport } from './text-report.ts'

const end = { number: 8, position: '9', hash: 'ab'.repeat(32), event: 'account-x@2' }
const counts = {
  events: 9,
  lines: 4,
  bets: 2,
  openBets: 1,
  accounts: 3,
  fixtures: 1,
  identities: 3,
  sessions: 1,
  reasons: 0,
  rows: 20,
}
const clean: Report = {
  store: 'Postgres',
  logId: 'c'.repeat(32),
  first: { ...end, number: 0, position: '1' },
  last: end,
  tree: {
    size: 9,
    root: 'r'.repeat(43),
    signed: 9,
    cosigned: null,
    heldAgainst: { checkpoints: [], keys: [], remembered: [], followed: [], another: null },
  },
  newestSigned: null,
  resumedFrom: null,
  state: null,
  counts,
  erasures: [],
  restores: [],
  readModels: [{ projection: 'audit', number: 8 }],
  evidence: 5,
  isProtected: true,
  findings: [],
  findingsInAll: 0,
  byCode: {},
  gaps: [],
  notCovered: [{ what: ['app.attempt', 'app.session.seen_at'], why: 'no event says so' }],
  olderNotCovered: [
    { count: 1_234, of: 'accounts opened before version 2 of AccountOpened', what: 'upper and lower case of the name' },
  ],
  seconds: 0.5,
}
const findings = new Findings()
findings.about('account y', 'row_different', 'wallet_cents = 1', 'wallet_cents = 2', 'y')
findings.at({ number: 7, position: '8', stream: 'account-x', version: 2 }, 'hash_mismatch', 'aa', 'bb')
findings.at({ number: 3, position: '4', stream: 'account-x', version: 1 }, 'return_mismatch', 100, 101, 'x')
const tampered: Report = { ...clean, findings: findings.sorted(), findingsInAll: 3, byCode: findings.byCode() }
const incomplete: Report = { ...clean, gaps: [{ what: 'the auditor does not know AccountMerged', number: 5 }] }

describe('a report for people', () => {
  test('says first where nothing vouches for a log that is clean', () => {
    const held = { checkpoints: [{ name: 'kept.txt', size: 5 }], keys: [], remembered: [], followed: [], another: null }
    const unsigned = { ...clean.tree, signed: null }
    const sentence = (tree: Report['tree']) => textReport({ ...clean, tree }, false).split('\n', 1)[0]
    expect(sentence(unsigned)).toMatch(
      /: each follows from the rules.+; but it was never signed, .+ nothing vouches for it/,
    )
    for (const tree of [clean.tree, { ...unsigned, heldAgainst: held }]) expect(sentence(tree)).not.toContain('vouches')
  })

  test('says first that another log stood behind the address', () => {
    const another = { logId: 'd'.repeat(32), size: 1_234 }
    const tree = { ...clean.tree, heldAgainst: { ...clean.tree.heldAgainst, another } }
    expect(textReport({ ...clean, tree }, false).split('\n', 1)[0]).toContain(
      `Another log, ${another.logId} with 1,234 signed events, stood behind this address`,
    )
  })

  test('says in short what was clean', () => {
    const text = textReport(clean, false)
    expect(text).toContain('ledger verify: clean')
    expect(text).toContain(`ledger numbers 0 to 8, position 9, hash ${end.hash}`)
    expect(text).toContain('9 events, 4 postings, 2 bets (1 open)')
    expect(text).toContain('20 rows of read models (all at the end of the log), 5 prices and messages behind bets')
    expect(text).toContain('18 events/s')
    expect(text).toContain('uncovered 2 tables and columns')
    expect(text).toContain('1,234 accounts opened before version 2 of AccountOpened: upper and lower case of the name')
  })

  test('begins with what was found and what it means', () => {
    const first = (report: Report) => textReport(report, false).split('\n', 1)[0]!
    expect(first(clean)).toMatch(/^Nothing was found in 9 events, 4 postings and 2 bets: .+20 rows of read models/)
    expect(first(tampered)).toMatch(
      /^3 findings in 9 events, .+\(hash_mismatch 1, return_mismatch 1, row_different 1\)/,
    )
    expect(first(incomplete)).toMatch(
      /^No finding in 9 events, .+the auditor does not know AccountMerged.+not clean\.$/,
    )
    for (const report of [clean, tampered, incomplete]) {
      expect(JSON.parse(jsonReport(report))).toMatchObject({ sentence: first(report) })
    }
  })

  test('names findings in the order of the log, rows last, with what was expected and found', () => {
    const text = textReport(tampered, false)
    const codes = [...text.matchAll(/^(\w+_\w+)/gm)].map(([code]) => code)
    expect(codes).toEqual(['return_mismatch', 'hash_mismatch', 'row_different'])
    expect(text).toContain('hash_mismatch at ledger number 7 (position 8): account-x@2')
    expect(text).toContain('expected  wallet_cents = 1')
    expect(text).toContain('actual    wallet_cents = 2')
    expect(text).toContain('3 findings')
  })

  describe('folds what follows from one fault', () => {
    const [bob, cy] = ['b'.repeat(32), 'c'.repeat(32)]
    const at = (number: number, account: string) =>
      ({ number, position: `${number + 1}`, stream: `account-${account}`, version: number }) as const
    const textOf = (add: (findings: Findings) => void) => {
      const some = new Findings()
      add(some)
      const report = { ...clean, findings: some.sorted(), findingsInAll: some.count, byCode: some.byCode() }
      expect((JSON.parse(jsonReport(report)) as Report).findings).toHaveLength(some.items.length)
      return textReport(report, false)
    }
    const heads = (text: string) => [...text.matchAll(/^(\w+_\w+)( at|:)/gm)].map(([, code]) => code)

    test('under the first finding about its event, stream or account', () => {
      const text = textOf((some) => {
        some.at(at(4, bob), 'hash_mismatch', 'aa', 'bb')
        some.at(at(4, bob), 'schema_mismatch', 'aa', 'bb')
        for (let number = 5; number < 9; number++) some.at(at(number, bob), 'before_mismatch', 1, 2, bob)
        some.at(at(6, cy), 'books_unbalanced', 1, 2, 'treasury')
        some.at(at(7, cy), 'books_unbalanced', 1, 2, 'treasury')
        some.about(`bet ${cy}`, 'row_different', 'stake_cents = 1', 'stake_cents = 2', `user:${bob}:wallet`)
        some.add({
          code: 'row_different',
          number: 4,
          position: '5',
          subject: 'audit 4',
          account: null,
          expected: '',
          actual: '',
        })
      })
      expect(heads(text)).toEqual(['hash_mismatch', 'books_unbalanced'])
      expect(text).toContain(
        '… and 7 findings that may follow from it: row_different x2, schema_mismatch x1, before_mismatch x4',
      )
      expect(text).toContain('… and 1 finding that may follow from it: books_unbalanced x1')
    })

    test('but not what only the bytes of another event can explain', () => {
      const text = textOf((some) => {
        some.at(at(4, bob), 'hash_mismatch', 'aa', 'bb')
        some.at(at(6, bob), 'hash_mismatch', 'aa', 'bb')
        some.at(at(7, bob), 'chain_broken', 'aa', 'bb')
      })
      expect(heads(text)).toEqual(['hash_mismatch', 'hash_mismatch'])
      expect(text).toContain('… and 1 finding that may follow from it: chain_broken x1')
    })

    test('and sums over the whole log under the first fault in it, after what the tree says', () => {
      const bet = 'd'.repeat(32)
      const text = textOf((some) => {
        for (const column of ['profit_cents', 'wallets_cents'])
          some.about('house t', 'row_different', `${column} = 1`, `${column} = 2`)
        some.about('balance_total 9', 'row_different', 'stakes_cents = 1', 'stakes_cents = 2')
        some.about(`liability ${'e'.repeat(32)} h2h  home`, 'row_missing', 'a row', 'none')
        some.about(`bet ${bet}`, 'row_different', 'stake_cents = 1', 'stake_cents = 2', `user:${bob}:wallet`)
        some.about(`book_bet ${bet}`, 'row_different', 'stake_cents = 1', 'stake_cents = 2')
        some.about(`account ${cy}`, 'row_different', 'wallet_cents = 1', 'wallet_cents = 2')
        some.about('kept', 'signed_root_mismatch', 'aa', 'bb')
        some.about('log_checkpoint 9', 'signed_root_mismatch', 'aa', 'bb')
        some.about('log_tile 0/0', 'tile_mismatch', 'hash 4 = aa', 'bb')
        some.at(at(4, bob), 'hash_mismatch', 'aa', 'bb')
      })
      // what is about somebody else has another cause
      expect(heads(text)).toEqual(['hash_mismatch', 'signed_root_mismatch', 'tile_mismatch', 'row_different'])
      expect(text).toContain('… and 6 findings that may follow from it: row_different x5, row_missing x1')
      expect(text).toContain(`row_different: account ${cy}`)
    })

    test('and what was judged by a game under the fault in that game', () => {
      const game = 'e'.repeat(32)
      const text = textOf((some) => {
        some.at({ number: 3, position: '4', stream: `fixture-${game}`, version: 1 }, 'hash_mismatch', 'aa', 'bb')
        some.at(at(5, bob), 'grade_mismatch', { grade: 'won' }, { fixture: game, grade: 'lost' }, bob)
        some.at(at(5, bob), 'return_mismatch', 1, 2, bob)
        some.at(at(6, cy), 'return_mismatch', 1, 2, cy)
      })
      expect(heads(text)).toEqual(['hash_mismatch', 'return_mismatch'])
      expect(text).toContain('… and 2 findings that may follow from it: grade_mismatch x1, return_mismatch x1')
    })

    test('and what was received otherwise under the fault in the stream of its sender', () => {
      const text = textOf((some) => {
        some.at(at(4, bob), 'hash_mismatch', 'aa', 'bb')
        some.at(at(5, cy), 'transfer_mismatch', `9900 from ${bob}`, 100, cy)
        some.at(at(6, cy), 'before_mismatch', 1, 2, cy)
      })
      expect(heads(text)).toEqual(['hash_mismatch', 'before_mismatch'])
      expect(text).toContain('… and 1 finding that may follow from it: transfer_mismatch x1')
    })

    test('but sums stand for themselves where nothing is wrong with the log', () => {
      const text = textOf((some) => {
        some.about('house t', 'row_different', 'profit_cents = 1', 'profit_cents = 2')
        some.about('balance_total 9', 'row_different', 'stakes_cents = 1', 'stakes_cents = 2')
      })
      expect(heads(text)).toEqual(['row_different', 'row_different'])
    })

    test('and counts what is too much, by code', () => {
      const text = textOf((some) => {
        for (let n = 0; n < 150; n++) some.at(at(n, `${n}`.padStart(32, '0')), 'hash_mismatch', 'aa', 'bb')
      })
      expect(heads(text)).toHaveLength(100)
      expect(text).toContain('… and 50 findings: hash_mismatch x50')
    })
  })

  test('says what holds where no grants of the database protect the log', () => {
    const text = textReport({ ...clean, store: 'EventStoreDB', isProtected: false }, false)
    expect(text).toContain('ledger verify: clean')
    expect(text).toMatch(/grants +the log is on EventStoreDB and not protected by grants of this database/)
  })

  test('says what was not judged, what is behind, and what grants do not protect', () => {
    expect(textReport(incomplete, false)).toContain(
      'not judged: the auditor does not know AccountMerged (ledger number 5)',
    )
    expect(textReport({ ...clean, isProtected: false }, false)).toContain('not protected by grants')
    const readModels = [...clean.readModels, { projection: 'bets', number: 5 }]
    expect(textReport({ ...clean, readModels }, false)).toContain('(audit at 8, bets at 5)')
  })

  test('says whose personal data was erased, by whom and when', () => {
    const one = {
      account: 'e'.repeat(32),
      number: 7,
      by: 'f'.repeat(32),
      at: '2026-11-20T14:00:00.000Z',
      recordedAt: '',
    }
    const erased = { ...clean, erasures: [{ ...one, rows: [{ kind: 'identity', count: 1 }], reasons: [] }] }
    expect(textReport(erased, false)).toContain(
      `erased    personal data of 1 account\n            ledger number 7: ${one.account}, by ${one.by}, ${one.at}`,
    )
    expect(textReport(clean, false)).not.toContain('erased')
    expect(JSON.parse(jsonReport(erased)).erasures).toEqual(erased.erasures)
  })

  test('has colors where it is told to', () => {
    expect(textReport(clean, true)).toContain('\u001b[32mclean')
    expect(textReport(clean, false)).not.toContain('\u001b')
  })
})

test('a report for programs has a version and everything that the other has', () => {
  expect(JSON.parse(jsonReport(tampered))).toMatchObject({
    schema: 'fairbook-verify/1',
    result: 'findings',
    log: clean.logId,
    range: { first: { number: 0 }, last: { number: 8, position: '9' } },
    counts,
    findingsInAll: 3,
    findingsByCode: { hash_mismatch: 1, return_mismatch: 1, row_different: 1 },
    eventsPerSecond: 18,
  })
})

test('findings count more than what was left unjudged', () => {
  expect([clean, tampered, incomplete, { ...tampered, gaps: incomplete.gaps }].map(exitCodeOf)).toEqual([0, 1, 3, 1])
})

test('a log in ruins does not fill the memory', () => {
  const many = new Findings()
  for (let n = 0; n < MAX_FINDINGS + 5; n++) many.about(`bet ${n}`, 'row_missing', 'a row', 'none')
  expect([many.items.length, many.count, many.byCode()]).toEqual([
    MAX_FINDINGS,
    MAX_FINDINGS + 5,
    { row_missing: MAX_FINDINGS + 5 },
  ])
})
