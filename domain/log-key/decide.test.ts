import { describe, expect, it } from 'vitest'
import { metaOf, superAdmin } from '../testing/samples.ts'
import { logKeyAggregate } from './aggregate.ts'
import type { ChangeLogKey } from './commands.ts'
import { endorsementText, NOTARY, notaryStream } from './events.ts'
import type { LogKeyState } from './state.ts'

const notary = { actor: { id: 'notary', role: 'system' } } as const
const change = (changes: Partial<ChangeLogKey> = {}): ChangeLogKey => ({
  ...{ type: 'ChangeLogKey', key: 'log+2', replaces: 'log+1', why: 'lost', signed: 100, ...changes },
})
const rotation = change({ why: 'rotated', endorsement: 'signed' })
const compromise = change({ why: 'compromised', trustedTo: 90 })

const decide = (command: ChangeLogKey, state: LogKeyState = logKeyAggregate.initial(NOTARY), actor = metaOf(notary)) =>
  logKeyAggregate.decide(command, actor, state)

/** The state after this command. */
function stateAfter(command: ChangeLogKey): LogKeyState {
  const state = logKeyAggregate.initial(NOTARY)
  const decision = decide(command, state)
  if (!decision.accepted) throw new Error(decision.refusal.code)
  for (const event of decision.events) logKeyAggregate.evolve(state, { ...event, meta: metaOf(notary), version: 0 })
  return state
}

it('has one stream', () => expect(notaryStream(NOTARY)).toMatch(/^notary-[0-9a-f]{32}$/))

it('is endorsed by a text with the new key, and from where on it counts', () => {
  expect(endorsementText({ key: 'log+2', signed: 7 })).toBe('fairbook-log-key/1\nlog+2\nafter 7 events\n')
})

describe('a change of the key', () => {
  it.each([change(), rotation, compromise])('is recorded as it was given: $why', (command) => {
    const { type: _, ...data } = command
    expect(decide(command)).toMatchObject({ accepted: true, events: [{ type: 'LogKeyChanged', schema: 1, data }] })
    const state = stateAfter(command)
    expect(state.changes).toEqual([data])
    expect(decide(change({ key: 'log+3', replaces: 'log+2' }), state)).toMatchObject({ accepted: true })
  })

  it.each<[string, ChangeLogKey, RegExp]>([
    ['of a key that is not in force', change({ key: 'log+3' }), /log\+2 is in force/],
    ['to the key that it replaces', change({ key: 'log+2', replaces: 'log+2' }), /in force before/],
    ['to a key that was given up', change({ key: 'log+1', replaces: 'log+2' }), /in force before/],
    ['before the last one', change({ key: 'log+3', replaces: 'log+2', signed: 99 }), /100 events were signed/],
  ])('is not recorded %s', (_, command, why) => {
    expect(() => decide(command, stateAfter(change()))).toThrow(why)
  })

  it.each<[string, ChangeLogKey]>([
    ['a rotation that nobody endorses', change({ why: 'rotated' })],
    ['a loss that the lost key endorses', change({ endorsement: 'signed' })],
    ['a compromise that the stolen key endorses', change({ ...compromise, endorsement: 'signed' })],
    ['a compromise that does not say what counts', change({ why: 'compromised' })],
    ['a loss that takes worth from signatures', change({ trustedTo: 1 })],
    ['a compromise that counts more than was signed', change({ ...compromise, trustedTo: 101 })],
  ])('is not recorded with %s', (_, command) => {
    expect(() => decide(command)).toThrow(/cannot become/)
  })

  it('is the product’s alone', () => {
    expect(() => decide(change(), undefined, metaOf(superAdmin))).toThrow(/by the product/)
  })
})
