// One id, one command: whoever comes when, in however many processes, and however the attempts end.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPool } from '#services/platform/database/pool.ts'
import { createTestDatabase, type TestDatabase } from '#tests/database.ts'
import { type CommandClaims, createCommandClaims } from './command-claims.ts'
import { hashCommand, randomId } from './command-id.ts'

let database: TestDatabase
let pools: ReturnType<typeof openPool>[]
/** One for each of several processes. */
let claims: CommandClaims[]
beforeAll(async () => {
  database = await createTestDatabase()
  pools = [openPool(database.url), openPool(database.url)]
  claims = pools.map(createCommandClaims)
})
afterAll(async () => {
  for (const pool of pools) await pool.end()
  await database.drop()
})

type Result = { accepted: boolean; recorded?: boolean }
/** How an attempt ends. `unknown`: it throws; `crash`: it never ends. */
type End = 'accepted' | 'refused' | 'taken back' | 'unknown' | 'crash'
const RESULTS = {
  accepted: { accepted: true },
  refused: { accepted: false },
  'taken back': { accepted: false, recorded: true },
} as const
class OutcomeUnknown extends Error {}

const asked = (what: number) => hashCommand({ what })

/** An attempt that ends when it is told to; `began` is false if the key was refused. */
async function begin(process: CommandClaims, id: string, hash: string) {
  const under = Promise.withResolvers<Result>()
  const begun = Promise.withResolvers<boolean>()
  const outcome = process
    .hold({ id, hash }, () => {
      begun.resolve(true)
      return under.promise
    })
    .finally(() => begun.resolve(false))
  outcome.catch(() => undefined)
  const end = async (how: End) => {
    if (how === 'crash') return
    if (how === 'unknown') under.reject(new OutcomeUnknown())
    else under.resolve(RESULTS[how])
    await outcome.catch(() => undefined)
  }
  return { began: await begun.promise, outcome, end }
}

const carryOut = (process: CommandClaims, id: string, what: number, how: Exclude<End, 'crash' | 'unknown'>) =>
  process.hold({ id, hash: asked(what) }, async (): Promise<Result> => RESULTS[how])

describe('the id of a command', () => {
  test('lets the same command pass however often it comes, and no other', async () => {
    const id = randomId()
    expect(await carryOut(claims[0]!, id, 1, 'accepted')).toEqual({ accepted: true })
    expect(await carryOut(claims[1]!, id, 1, 'accepted')).toEqual({ accepted: true })
    for (const process of claims) {
      expect(await carryOut(process, id, 2, 'accepted')).toMatchObject({ refusal: { code: 'key_reused' } })
    }
    expect(await carryOut(claims[0]!, randomId(), 2, 'accepted')).toEqual({ accepted: true })
  })

  test('is free again after a refusal, unless another attempt at the same command is running', async () => {
    const id = randomId()
    const slow = await begin(claims[1]!, id, asked(1))
    await carryOut(claims[0]!, id, 1, 'refused')
    expect(await carryOut(claims[0]!, id, 2, 'accepted')).toMatchObject({ refusal: { code: 'key_reused' } })
    await slow.end('refused')
    expect(await carryOut(claims[0]!, id, 2, 'accepted')).toEqual({ accepted: true })
  })

  test.each(['unknown', 'crash', 'taken back'] as const)('stays after an attempt that was %s', async (how) => {
    const id = randomId()
    await (await begin(claims[0]!, id, asked(1))).end(how)
    await carryOut(claims[1]!, id, 1, 'refused')
    expect(await carryOut(claims[1]!, id, 2, 'accepted')).toMatchObject({ refusal: { code: 'key_reused' } })
    expect(await carryOut(claims[1]!, id, 1, 'accepted')).toEqual({ accepted: true })
  })

  test('goes to one of many commands that come at once through two processes', async () => {
    for (let round = 0; round < 20; round++) {
      const id = randomId()
      let begun = 0
      const outcomes = await Promise.all(
        Array.from({ length: 12 }, (_, what) =>
          claims[what % 2]!.hold({ id, hash: asked(what) }, async () => {
            begun += 1
            return { accepted: true as const }
          }),
        ),
      )
      expect([begun, outcomes.filter(({ accepted }) => accepted).length]).toEqual([1, 1])
    }
  })

  test('is forgotten after seven days without use', async () => {
    const [old, used] = [randomId(), randomId()]
    for (const id of [old, used]) await carryOut(claims[0]!, id, 1, 'accepted')
    await pools[0]!.query(`update app.command_claim set claimed_at = now() - interval '7 days 1 second'`)
    await carryOut(claims[0]!, used, 1, 'accepted')
    expect(await claims[1]!.sweep()).toBeGreaterThan(0)
    expect(await carryOut(claims[0]!, used, 2, 'accepted')).toMatchObject({ refusal: { code: 'key_reused' } })
    expect(await carryOut(claims[0]!, old, 2, 'accepted')).toEqual({ accepted: true })
  })

  test('stays claimed if a refusal cannot be noted', async () => {
    const id = randomId()
    const away: CommandClaims = createCommandClaims({
      query: (query: { name: string }) =>
        query.name === 'claim_command' ? pools[0]!.query(query as never) : Promise.reject(new Error('no connection')),
    } as never)
    expect(await carryOut(away, id, 1, 'refused')).toEqual({ accepted: false })
    expect(await carryOut(claims[0]!, id, 2, 'accepted')).toMatchObject({ refusal: { code: 'key_reused' } })
  })
})

// Any order of beginnings and ends. An id stands for the command whose attempts were not all refused, and for no other.
const step = fc.oneof(
  fc.record({ kind: fc.constant('begin' as const), process: fc.nat(1), id: fc.nat(1), what: fc.nat(2) }),
  fc.record({
    kind: fc.constant('end' as const),
    which: fc.nat(20),
    how: fc.constantFrom<End>('accepted', 'refused', 'refused', 'refused', 'taken back', 'unknown', 'crash'),
  }),
)

test('law: an id stands for the command that was not refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const ids = [randomId(), randomId()]
      const model = ids.map(() => ({ what: -1, holders: 0 }))
      const open: { id: number; end(how: End): Promise<void> }[] = []
      for (const each of steps) {
        if (each.kind === 'begin') {
          const { began, outcome, end } = await begin(claims[each.process]!, ids[each.id]!, asked(each.what))
          const held = model[each.id]!
          expect(began).toBe(held.holders === 0 || held.what === each.what)
          if (began) {
            model[each.id] = { what: each.what, holders: held.holders + 1 }
            open.push({ id: each.id, end })
          } else expect(await outcome).toMatchObject({ accepted: false, refusal: { code: 'key_reused' } })
          continue
        }
        const [attempt] = open.splice(each.which % Math.max(1, open.length), 1)
        await attempt?.end(each.how)
        if (attempt !== undefined && each.how === 'refused') model[attempt.id]!.holders -= 1
      }
    }),
    { numRuns: 60 },
  )
})
