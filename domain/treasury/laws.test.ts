// Nobody makes money in two steps: whatever plain admins do, in whatever order, no more than the budget of a day leaves
// the treasury without a super admin.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CommandMeta } from '../meta.ts'
import { balanceOf } from '../testing/invariants/balances.ts'
import { commitment, id, metaOf, SUPER_ADMIN, T0 } from '../testing/samples.ts'
import { World } from '../testing/world.ts'

const BUDGET = 20_000_00
const DAY_S = 86_400
const PEOPLE = 6

type Action = {
  readonly kind: (typeof KINDS)[number]
  readonly who: number
  readonly whom: number
  readonly cents: number
  readonly seconds: number
}
const KINDS = ['add', 'draw', 'lower', 'raise', 'pay-out', 'take-back', 'remove', 'arrive', 'pay', 'approve'] as const

const actions = (seconds: number) =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...KINDS),
      who: fc.nat(PEOPLE - 1),
      whom: fc.nat(PEOPLE - 1),
      cents: fc.oneof(fc.integer({ min: 1, max: BUDGET }), fc.constantFrom(BUDGET, BUDGET + 1, 100_000_000_00)),
      seconds: fc.nat(seconds),
    }),
    { minLength: 1, maxLength: 60, size: 'max' },
  )

/**
 * Some plain admins and bettors play a script. `decides`: the role that tries to approve draws; a plain admin is
 * refused.
 */
function play(script: readonly Action[], decides: 'admin' | 'super-admin'): World & { approvedCents: number } {
  const world = new World()
  let commands = 0
  let nowMs = T0
  const by = (actor: CommandMeta['actor']) =>
    metaOf({
      actor,
      command: { id: id(`c${String(++commands).padStart(15, '0')}`), hash: commitment('command') },
      at: new Date(nowMs).toISOString(),
    })
  const product = { id: 'treasury', role: 'system' } as const
  const adminOf = (n: number) => id(`admin ${n}`)
  const bettorOf = (n: number) => id(`bettor ${n}`)
  const secrets = (name: string) => ({ username: commitment(name), password: commitment('pw') })
  const create = (n: number, openedBy: string, actor: CommandMeta['actor'], floatCents: number) =>
    world.onAccount(
      adminOf(n),
      { type: 'CreateAdmin', role: 'admin', ...secrets(`a${n}`), openedBy, floatCents },
      by(actor),
    )
  const root = { id: SUPER_ADMIN, role: 'super-admin' } as const
  world.onAccount(
    SUPER_ADMIN,
    { type: 'CreateAdmin', role: 'super-admin', ...secrets('root'), openedBy: 'setup', floatCents: 0 },
    by({ id: 'setup', role: 'system' }),
  )
  create(0, SUPER_ADMIN, root, 0)
  create(1, SUPER_ADMIN, root, 0)
  for (let n = 0; n < PEOPLE; n++) {
    const opening = { role: 'user', ...secrets(`u${n}`), openedBy: 'sign-up', ageAttested: true } as const
    const command = { type: 'OpenAccount', ...opening, welcomeGrantCents: 0, receive: null } as const
    world.onAccount(bettorOf(n), command, by({ id: 'sign-up', role: 'system' }))
  }
  let approvedCents = 0
  for (const { kind, who, whom, cents, seconds } of script) {
    nowMs += seconds * 1000
    const target = adminOf(whom)
    const actor = { id: adminOf(who), role: 'admin' } as const
    // as in the api: only admins who exist act
    const { opened, closed } = world.account(actor.id).state
    if (opened === null || closed) continue
    const draw = (account: string) =>
      world.onTreasury(
        { type: 'Draw', draw: id(`d${commands}`), account, amountCents: cents, budgetCents: BUDGET },
        by(actor),
      )
    switch (kind) {
      case 'add':
        create(whom, actor.id, actor, who % 2 === 0 ? cents : 0)
        create(whom, actor.id, actor, 0)
        draw(target)
        break
      case 'draw':
        draw(target)
        break
      case 'lower':
        world.onAccount(target, { type: 'SetAdminBalance', floatCents: 0 }, by(actor))
        break
      case 'raise':
        world.onAccount(target, { type: 'SetAdminBalance', floatCents: cents }, by(actor))
        break
      case 'pay-out': {
        const transfer = { transfer: id(`t${commands}`), to: bettorOf(whom), amountCents: cents } as const
        world.onAccount(actor.id, { type: 'Deposit', ...transfer, purpose: 'deposit' }, by(actor))
        break
      }
      case 'take-back':
        world.onAccount(
          bettorOf(whom),
          { type: 'Withdraw', transfer: id(`t${commands}`), to: actor.id, amountCents: cents },
          by(actor),
        )
        break
      case 'remove':
        world.onAccount(target, { type: 'RemoveAdmin' }, by(actor))
        break
      case 'arrive':
        world.deliver(by({ id: 'transfers', role: 'system' }))
        break
      case 'pay':
        world.pay(by(product))
        break
      case 'approve': {
        const [first] = [...world.treasury.state.waiting.values()]
        if (first === undefined) break
        const decider = decides === 'admin' ? actor : root
        const done = world.onTreasury({ type: 'ApproveDraw', draw: first.draw }, by(decider))
        if (done.accepted) approvedCents += first.amountCents
        break
      }
    }
  }
  while (world.granted.length > 0) world.pay(by(product))
  while (world.inTransit.length > 0) world.deliver(by({ id: 'transfers', role: 'system' }))
  return Object.assign(world, { approvedCents })
}

const outside = ({ check }: World): number => -balanceOf(check.balances, 'treasury')

it('law: within a day, plain admins get no more than the budget out of the treasury', () => {
  fc.assert(
    fc.property(actions(60), (script) => {
      const world = play(script, 'admin')
      expect(world.check.finish()).toEqual([])
      expect(outside(world)).toBeLessThanOrEqual(BUDGET)
    }),
    { numRuns: 500 },
  )
})

it('law: over several days they get no more than a budget each, and what super admins approved', () => {
  let most = 0
  fc.assert(
    fc.property(actions(DAY_S / 4), (script) => {
      const world = play(script, 'super-admin')
      expect(world.check.finish()).toEqual([])
      const days = new Set(world.log.map(({ meta }) => Math.floor((Date.parse(meta.at) + 3_600_000) / (DAY_S * 1000))))
      expect(outside(world)).toBeLessThanOrEqual(days.size * BUDGET + world.approvedCents)
      most = Math.max(most, outside(world))
    }),
    { numRuns: 500 },
  )
  // the histories get far enough for the bound to matter
  expect(most).toBeGreaterThan(BUDGET)
})
