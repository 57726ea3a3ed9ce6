import { expect, test } from 'vitest'
import { Findings, MAX_FINDINGS } from './findings.ts'

const place = (number: number) => ({ number, position: String(number + 1), stream: 'ledger', version: number })

test('what was found elsewhere is added as if it had been found here, beyond what is kept as well', () => {
  const [here, elsewhere] = [new Findings(), new Findings()]
  const find = (findings: Findings, number: number) =>
    findings.at(place(number), number % 2 ? 'version_gap' : 'hash_mismatch', 1, 2)
  const all = new Findings()
  for (let number = 0; number < MAX_FINDINGS + 11; number++) {
    find(all, number)
    find(number < 5 ? here : elsewhere, number)
  }
  here.addAll(elsewhere.take())
  expect([here.count, here.byCode(), here.items]).toEqual([all.count, all.byCode(), all.items])
  expect([elsewhere.count, elsewhere.byCode(), elsewhere.items]).toEqual([0, {}, []])
  here.addAll(elsewhere.take())
  expect(here.count).toBe(all.count)
})
