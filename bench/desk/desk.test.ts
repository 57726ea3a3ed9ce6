import { expect, onTestFinished, test } from 'vitest'
import { newDatabase } from '#projections/testing/environment.ts'
import { fillWithBook } from '../book/fill.ts'
import { openDesk } from './desk.ts'
import { listsOf } from './lists.ts'
import { measureLists, samplesOf } from './measure.ts'
import { failing, report } from './report.ts'

/** Not lists: they show what an action would do. */
const NO_LISTS = ['/api/admin/settlement/preview']

test('the benchmark of the back office covers every list', async () => {
  const { url, ownerUrl } = await newDatabase()
  await fillWithBook({ url, ownerUrl, size: { users: 12, bets: 800, events: 3_000 }, seed: 3 })
  const desk = await openDesk(url)
  onTestFinished(() => desk.stop())
  const samples = await samplesOf(url)
  const lists = listsOf(samples)

  const described = (await (await fetch(`${desk.origin}/openapi.json`)).json()) as { paths: Record<string, object> }
  const reads = Object.entries(described.paths).flatMap(([path, calls]) =>
    path.startsWith('/api/admin/') && 'get' in calls && !NO_LISTS.includes(path) ? [path] : [],
  )
  const asked = lists.map(({ path }) => path.replace(/\?.*/, ''))
  const missing = reads.filter((path) => {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
    return !asked.some((one) => pattern.test(one))
  })
  expect(reads.length).toBeGreaterThan(15)
  expect(missing).toEqual([])

  const rows = await measureLists(desk, url, samples, { calls: 1, deep: 2, scans: false })
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(lists.map(({ name }) => name)))
  expect(rows.some(({ name }) => name === 'trail: all, 2 pages on')).toBe(true)
  expect(report(rows).split('\n')).toHaveLength(rows.length + 1)
})

test('what is too slow is named', () => {
  const row = { firstMs: 5, p50Ms: 3, busyP95Ms: null, ratio: 1, scanned: 0 }
  const rows = [
    { ...row, name: 'users', p95Ms: 199 },
    { ...row, name: 'bets', p95Ms: 201 },
  ]
  expect(failing(rows)).toEqual(['bets: p95 201 ms'])
})
