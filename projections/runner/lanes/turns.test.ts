import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('work runs in the order in which it came, and continues after a failure', async () => {
  const turns = new Turns()
  const seen: string[] = []
  const gates = [0, 1, 2].map(() => Promise.withResolvers<void>())
  const work = (index: number, fails = false) =>
    turns.take(async () => {
      seen.push(`${index} begins`)
      await gates[index]!.promise
      seen.push(`${index} ends`)
      if (fails) throw new Error(`${index} failed`)
      return index
    })
  const all = Promise.allSettled([work(0), work(1, true), work(2)])
  const ended = turns.ended().then(() => seen.push('all ended'))
  // the gates open in another order than the work came in
  for (const gate of gates.toReversed()) gate.resolve()
  expect(await all).toMatchObject([{ value: 0 }, { reason: new Error('1 failed') }, { value: 2 }])
  await ended
  const turn = (index: number) => [`${index} begins`, `${index} ends`]
  expect(seen).toEqual([...turn(0), ...turn(1), ...turn(2), 'all ended'])
})
