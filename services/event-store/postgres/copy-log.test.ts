import { expect, it } from 'vitest'
import { newDatabase, newLog } from '#projections/testing/environment.ts'
import { randomScenario } from '#projections/testing/scenario.ts'
import { writeLog } from '#projections/testing/write-log.ts'
import { type CopiedEvent, copyLog } from './copy-log.ts'

async function collect(pages: AsyncIterable<readonly CopiedEvent[]>): Promise<CopiedEvent[]> {
  const events: CopiedEvent[] = []
  for await (const page of pages) for (const { position, hash, body } of page) events.push({ position, hash, body })
  return events
}

it('reads the same as the pages of the store, whatever the length of the bodies', async () => {
  const { url } = await newDatabase()
  const log = await newLog(url)
  await writeLog(log, randomScenario(3, 900))
  const copied = await collect(copyLog(url))
  expect(copied.length).toBeGreaterThan(900)
  expect(copied).toEqual(await collect(log.readAll(null)))
})

it('lets its reader stop early', async () => {
  const { url } = await newDatabase()
  const log = await newLog(url)
  await writeLog(log, randomScenario(3, 900))
  for await (const page of copyLog(url)) {
    expect(page.length).toBeGreaterThan(0)
    break
  }
})

it('fails if the log cannot be read', async () => {
  const { url } = await newDatabase()
  await expect(collect(copyLog(url.replace(/[^/]*$/, 'nowhere')))).rejects.toThrow('does not exist')
})
