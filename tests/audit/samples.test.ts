// Bets chosen by a seed, and the folders of evidence about them, checked without the tool that wrote them.
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LedgerPlace } from '#services/auditor/commands/command.ts'
import type { RulesInForce } from '#services/auditor/samples/rules-in-force.ts'
import { openedProof } from '#services/transparency/testing/verification.ts'
import { ask, type Options } from './asking.ts'
import { type House, openHouse } from './house.ts'
import { openSignedLog, type SignedLog } from './signed-log.ts'

const FOLDER = mkdtempSync(join(tmpdir(), 'fairbook-samples-'))
let signed: SignedLog
type Event = { number: number; type: string; hash: string; body: string }
/** The log as stored in Postgres. */
let events: Event[]
beforeAll(async () => {
  signed = await openSignedLog()
  const query = `select position::int - 1 as number, type, encode(hash, 'hex') as hash, body from log.events order by position`
  events = (await signed.owner.query<Event>(query)).rows
})
afterAll(async () => {
  await signed.close()
  rmSync(FOLDER, { recursive: true, force: true })
})

type Chosen = { bet: string; number: number; stakeCents: number; standing: string; ticket: string }
type Sampled = { bets: Chosen[]; placed: number; sentence: string }
const asked = (name: string, options: Options, argument: string | null = null) =>
  ask({ url: signed.database.url }, name, { size: '25', ...options }, argument)
async function sample(options: Options): Promise<Sampled> {
  const { json } = await asked('sample', options)
  return JSON.parse(json) as Sampled
}
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const dataOf = ({ body }: Event) => (JSON.parse(body) as { data: { bet: string; stakeCents: number } }).data
const placed = () => events.filter(({ type }) => type === 'BetPlaced')

describe('ledger sample', () => {
  test('chooses the bets with the lowest tickets, as anybody can calculate', async () => {
    const { log } = JSON.parse(events[0]!.body) as { log: string }
    const tickets = placed().map((event) => [sha256(`audit\n${log}\n${dataOf(event).bet}`), dataOf(event).bet] as const)
    const lowest = tickets.sort(([one], [other]) => (one < other ? -1 : 1)).slice(0, 7)
    const { bets, placed: count, sentence } = await sample({ seed: 'audit', size: '7' })
    expect(bets.map(({ ticket, bet }) => [ticket, bet])).toEqual(lowest)
    expect(count).toBe(placed().length)
    expect(sentence).toContain(`7 bets of ${count} bets placed are chosen by the seed 'audit'`)
  })

  test('chooses the same again, and others with another seed', async () => {
    const [one, again, other] = [{ seed: 'a' }, { seed: 'a' }, { seed: 'b' }].map((options) => asked('sample', options))
    expect((await one!).json).toBe((await again!).json)
    expect((await one!).json).not.toBe((await other!).json)
  })

  test('of a kind chooses only those, and all of them if there are fewer', async () => {
    const size = String(placed().length)
    const all = await sample({ seed: 's', size })
    expect(all.bets).toHaveLength(placed().length)
    for (const kind of ['open', 'settled', 'won', 'lost', 'refunded', 'voided']) {
      const { bets } = await sample({ seed: 's', size, kind })
      const isOf = (standing: string) => standing === kind || (kind === 'settled' && standing !== 'open')
      expect([kind, bets]).toEqual([kind, all.bets.filter(({ standing }) => isOf(standing))])
    }
    const ends = events.filter(({ type }) => /^Bet(Settled|Resettled|Voided)$/.test(type))
    const last = new Map(ends.map((event) => [dataOf(event).bet, event]))
    // a settled bet that is voided is settled again, without legs
    const isVoid = ({ type, body }: Event) => type === 'BetVoided' || body.includes('"legs":[]')
    const voided = [...last].filter(([, event]) => isVoid(event)).map(([bet]) => bet)
    const chosen = all.bets.filter(({ standing }) => standing === 'voided').map(({ bet }) => bet)
    expect(new Set(chosen)).toEqual(new Set(voided))
  })

  test('keeps to its period', async () => {
    const [from, to] = [300, 600]
    const { bets, placed: count } = await sample({ seed: 's', size: '1000', from: String(from), to: String(to) })
    const within = placed().filter(({ number }) => number >= from && number <= to)
    expect(bets.map(({ number }) => number).sort((a, b) => a - b)).toEqual(within.map(({ number }) => number))
    expect(count).toBe(within.length)
  })

  test('by stake sorts the same bets by ticket over stake', async () => {
    const size = String(placed().length)
    const { bets } = await sample({ seed: 's', size, byStake: true })
    const keys = bets.map(({ ticket, stakeCents }) => [BigInt(`0x${ticket}`), BigInt(stakeCents)] as const)
    for (const [at, [ticket, stake]] of keys.entries()) {
      const [next, nextStake] = keys[at + 1] ?? [ticket, stake]
      expect(ticket * nextStake <= next * stake).toBe(true)
    }
  })

  test.each<[string, Options, RegExp]>([
    ['no seed', {}, /--seed is missing/],
    ['no number', { seed: 's', size: 'many' }, /--size takes a number/],
    ['too many', { seed: 's', size: '1001' }, /from 1 to 1000/],
    ['another kind', { seed: 's', kind: 'lucky' }, /--kind is one of/],
  ])('says what is wrong: %s', (_, options, says) => expect(asked('sample', options)).rejects.toThrow(says))
})

type Story = {
  events: { number: number; type: string; hash: string; relation: string }[]
  postings: { number: number; from: string; to: string; cents: number }[]
  messages: { message: string; stored: string }[]
}
const storyIn = (folder: string) => JSON.parse(readFileSync(join(folder, 'story.json'), 'utf8')) as Story

/** Checks a folder using only its own files and the log's key; returns the types of its events. */
function check(folder: string, bet: string): string[] {
  const story = storyIn(folder)
  const lines = readFileSync(join(folder, 'events.jsonl'), 'utf8').trimEnd().split('\n')
  expect(lines.map(sha256)).toEqual(story.events.map(({ hash }) => hash))
  expect(lines).toEqual(story.events.map(({ number }) => events[number]!.body))
  const placedAt = story.events.find(({ type, relation }) => type === 'BetPlaced' && relation === 'asked for')!
  const { entry, index } = openedProof(readFileSync(join(folder, 'placed.tlog-proof'), 'utf8'), signed.newest.key)
  expect([index, entry]).toEqual([placedAt.number, events[placedAt.number]!.body])
  expect(story.postings).toContainEqual(
    expect.objectContaining({
      number: placedAt.number,
      to: `bet:${bet}`,
      cents: dataOf(events[placedAt.number]!).stakeCents,
    }),
  )
  const messages = join(folder, 'messages')
  for (const name of existsSync(messages) ? readdirSync(messages) : []) {
    expect(sha256(readFileSync(join(messages, name), 'utf8'))).toBe(name)
  }
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  expect(readme).toContain('(is about it)')
  expect(readme).not.toContain('asked for')
  // a bar within a cell would end the cell wherever the table is rendered
  for (const row of readme.split('\n').filter((line) => line.startsWith('|'))) expect(row.split('|')).toHaveLength(5)
  for (const name of readdirSync(folder).filter((one) => one !== 'README.md'))
    expect(readme).toContain(name.replace(/^(placed|settled)\./, ''))
  return story.events.map(({ type }) => type)
}

describe('the evidence', () => {
  test('about each bet of a sample is in a folder of its own, and can be checked without us', async () => {
    const folder = join(FOLDER, 'sample')
    const { json } = await asked('sample', { seed: 'pack', size: '4', kind: 'settled', packs: folder })
    const { bets } = JSON.parse(json) as Sampled
    expect(readdirSync(folder).sort()).toEqual(bets.map(({ bet }) => bet).sort())
    for (const { bet } of bets) {
      const types = check(join(folder, bet), bet)
      expect(types.some((type) => /^Bet(Settled|Resettled|Voided)$/.test(type))).toBe(true)
      const { entry } = openedProof(readFileSync(join(folder, bet, 'settled.tlog-proof'), 'utf8'), signed.newest.key)
      expect(entry).toContain(`"bet":"${bet}"`)
    }
  })

  test('about one bet is the same as in a sample', async () => {
    const { bet } = dataOf(placed()[0]!)
    const folder = join(FOLDER, 'one')
    const { text } = await asked('evidence', { packs: folder }, bet)
    expect(text).toMatch(/^The evidence about 1 bet is in \d+ files/)
    check(join(folder, bet), bet)
  })

  test('says which rules were in force at each event, like a replay up to it', async () => {
    const settled = events.findLast(({ type }) => type === 'BetSettled')!
    const { bet } = dataOf(settled)
    const folder = join(FOLDER, 'rules')
    await asked('evidence', { packs: folder }, bet)
    const rules = JSON.parse(readFileSync(join(folder, bet, 'rules.json'), 'utf8')) as RulesInForce[]
    expect(rules.map(({ number }) => number)).toContain(settled.number)
    for (const { number, event, rules: hash, settlementRule, settings } of rules) {
      const { data, meta, stream, version } = JSON.parse(events[number]!.body)
      expect(event).toBe(`${stream}@${version}`)
      expect(settlementRule).toBe(data.rule ?? data.settlement?.rule)
      const maker = events.findIndex((one) => one.hash === (meta.configuration ?? hash))
      expect(maker).toBeLessThan(number)
      // whatever came between the rules and the decision
      const { json } = await asked('replay', { asOf: String(Math.max(maker, 0)), only: ['settings'] })
      const table = (JSON.parse(json) as { settings: { setting: string; value: number | string }[] }).settings
      expect(settings).toEqual(Object.fromEntries(table.map(({ setting, value }) => [setting, value])))
      expect(Object.keys(settings).length > 0).toBe(maker >= 0)
    }
  })

  test('is not mixed with existing files in a folder, and not made of what does not exist', async () => {
    const { bet } = dataOf(placed()[0]!)
    writeFileSync(join(FOLDER, 'a file'), '')
    await expect(asked('evidence', { packs: FOLDER }, bet)).rejects.toThrow(/is not empty/)
    await expect(asked('evidence', { packs: join(FOLDER, 'a file', 'x') }, bet)).rejects.toThrow(/cannot be written/)
    await expect(asked('evidence', {}, bet)).rejects.toThrow(/--packs is missing/)
    await expect(asked('evidence', { packs: join(FOLDER, 'none') }, 'f'.repeat(32))).rejects.toThrow(/no bet/)
    await expect(asked('evidence', { packs: join(FOLDER, 'none') }, 'nonsense')).rejects.toThrow(/the id of a bet/)
  })
})

/** What an export cannot know: whether a database keeps the provider's messages. */
const KEEPING = /"stored": "(.*)"|named by SHA-256: .* times?: .*\)/g

/** The parts of an answer and its folder that are the same wherever the log is read from. */
async function answered(where: LedgerPlace, name: string, options: Options, argument: string | null = null) {
  const packs = mkdtempSync(join(FOLDER, 'packs-'))
  const { code, json } = await ask(where, name, { ...options, packs }, argument)
  const entries = readdirSync(packs, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map(({ parentPath, name }) => join(parentPath, name)).toSorted()
  const files = paths.map((path) => {
    const text = readFileSync(path, 'utf8')
    for (const [, stored] of text.matchAll(KEEPING))
      if (stored !== undefined) expect(stored).toBe('url' in where ? 'not kept' : 'not here')
    return [path.slice(packs.length), text.replaceAll(KEEPING, 'whether it is kept')]
  })
  return { packs, answer: { code, json: json.replaceAll(packs, 'packs'), files } }
}

describe('of an export alone', () => {
  const source = join(FOLDER, 'export')
  beforeAll(() => ask({ url: signed.database.url }, 'export', { format: 'jsonl', output: source }))

  test('a seed chooses the same bets, and the evidence about them is the same byte for byte', async () => {
    const options = { seed: 'export', size: '3', kind: 'settled' }
    const there = await answered({ url: signed.database.url }, 'sample', options)
    const { packs, answer } = await answered({ folder: source }, 'sample', options)
    expect(answer).toEqual(there.answer)
    const { bets } = JSON.parse(answer.json) as Sampled
    expect(bets).toHaveLength(3)
    for (const { bet } of bets) check(join(packs, bet), bet)
    // an export has no names, so people are shown by account
    const { text } = await ask({ folder: source }, 'sample', options)
    const rows = text.split('\n').filter((line) => bets.some(({ bet }) => line.includes(bet)))
    expect(rows.map((line) => line.match(/[0-9a-f]{32}/g)?.length)).toEqual([2, 2, 2])
  })

  test('the evidence about one bet is the same', async () => {
    const { bet } = dataOf(placed()[0]!)
    const there = await answered({ url: signed.database.url }, 'evidence', {}, bet)
    const { packs, answer } = await answered({ folder: source }, 'evidence', {}, bet)
    expect(answer).toEqual(there.answer)
    check(join(packs, bet), bet)
  })
})

describe('of a clean ledger that nobody signs', () => {
  let house: House
  beforeAll(async () => {
    house = await openHouse()
  })
  afterAll(() => house.close())

  test('sample and evidence are clean, and say what is missing', async () => {
    const { url } = house.database
    const sampled = await ask({ url }, 'sample', { seed: 's', size: '3' })
    expect(sampled.code).toBe(0)
    const [{ bet }] = (JSON.parse(sampled.json) as Sampled).bets as [Chosen]
    const folder = join(FOLDER, 'unsigned')
    const { code, text } = await ask({ url }, 'evidence', { packs: folder }, bet)
    expect([code, text]).toEqual([0, expect.stringMatching(/\d events? of them in no signed checkpoint\./)])
    expect(readFileSync(join(folder, bet, 'README.md'), 'utf8')).toContain('missing: no signed checkpoint')
  })

  test('counts each message of the provider once, in the words of story.json', async () => {
    let repeated = 0
    const words = new Set<string>()
    for (const [ledger, { owner, database }] of Object.entries({ signed, house })) {
      const { rows } = await owner.query<{ bet: string }>(
        "select body::jsonb #>> '{data,bet}' as bet from log.events where type = 'BetPlaced' order by position limit 8",
      )
      const folder = join(FOLDER, `counted-${ledger}`)
      await ask({ url: database.url }, 'export', { format: 'jsonl', output: folder })
      for (const { bet } of rows) {
        for (const where of [{ url: database.url }, { folder }]) {
          const packs = mkdtempSync(join(FOLDER, 'packs-'))
          await ask(where, 'evidence', { packs }, bet)
          const { messages } = storyIn(join(packs, bet))
          const stored = new Map(messages.map((one) => [one.message, one.stored]))
          const [line] = readFileSync(join(packs, bet, 'README.md'), 'utf8').match(/^\| messages\/ .*$/m)!
          if (messages.length === 0) expect(line).toContain('no event here names one')
          else expect(line).toMatch(new RegExp(`${stored.size} messages?, named ${messages.length} times?: `))
          const said = [...line.matchAll(/(\d+) (kept|changed|not kept|not here) /g)]
          const counts = [...Map.groupBy(stored.values(), (word) => word)].map(([word, all]) => [word, all.length])
          expect(said.map(([, count, word]) => [word, Number(count)])).toEqual(counts)
          for (const word of stored.values()) words.add(`${'url' in where ? 'a database' : 'an export'}: ${word}`)
          if (messages.length > stored.size) repeated += 1
        }
      }
    }
    expect(repeated).toBeGreaterThan(0)
    expect([...words].sort()).toEqual(['a database: kept', 'a database: not kept', 'an export: not here'])
  })

  test('a changed message of the provider is a finding, and is in the folder as it is stored', async () => {
    const { url } = house.database
    const named = house.owner.query<{ bet: string; message: string }>(
      `select body::jsonb #>> '{data,bet}' as bet, body::jsonb #>> '{data,legs,0,message}' as message from log.events
       where type = 'BetPlaced' and body::jsonb #>> '{data,legs,0,message}' is not null limit 1`,
    )
    const { bet, message } = (await named).rows[0]!
    await house.owner.query(
      "insert into app.provider_message (hash, fixture_id, kind, fetched_at, body) values ($1, $2, 'odds', now(), 'other')",
      [message, bet],
    )
    const folder = join(FOLDER, 'changed')
    const { code, text } = await ask({ url }, 'evidence', { packs: folder }, bet)
    expect([code, text]).toEqual([
      1,
      expect.stringContaining('1 stored message of the provider not the one that was named'),
    ])
    expect(readFileSync(join(folder, bet, 'messages', message), 'utf8')).toBe('other')
    expect(readFileSync(join(folder, bet, 'story.json'), 'utf8')).toContain('"stored": "changed"')
    expect(readFileSync(join(folder, bet, 'README.md'), 'utf8')).toMatch(/\b1 changed\b/)
  })
})
