import { expect, test } from 'vitest'
import { Findings } from '../../findings/findings.ts'
import { SKEW_MS, StoredTimes } from './stored-times.ts'

const NOW = Date.UTC(2026, 10, 20, 18, 30)

/** What is said of events that were stored as they were recorded, so long after now. */
function found(...afterMs: number[]): string[] {
  const findings = new Findings()
  const times = new StoredTimes(findings)
  for (const [number, ms] of afterMs.entries()) {
    const at = NOW + ms
    times.add({ number, position: String(number), stream: 'desk-1', version: number }, at, new Date(at).toISOString())
  }
  times.finish(NOW)
  return findings.sorted().map(({ code, number }) => `${code} ${number}`)
}

test('the last event was stored by now, by the clock of its store', () => {
  expect(found()).toEqual([])
  expect(found(-1_000, 0, SKEW_MS)).toEqual([])
  expect(found(-1_000, 0, SKEW_MS + 1)).toEqual(['stored_at_implausible 2'])
})
