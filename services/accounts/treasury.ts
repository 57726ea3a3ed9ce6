// Moves money from the treasury to admins' floats. Plain admins draw it on the treasury's stream, which counts what
// they all take in a day; then the float is raised on the account's stream. What a crash leaves between the two is
// completed by the sweep, or earlier by whoever sets the float.
import type { AccountEvent } from '#domain/account/events.ts'
import { accountStream } from '#domain/account/events.ts'
import type { Refusal } from '#domain/decision.ts'
import { DESK, deskStream } from '#domain/desk/events.ts'
import type { SettingName } from '#domain/desk/settings.ts'
import type { CommandMeta } from '#domain/meta.ts'
import { refuse } from '#domain/refusals.ts'
import { TREASURY, type TreasuryEvent, treasuryStream } from '#domain/treasury/events.ts'
import { type GrantedDraw, waitingDraw } from '#domain/treasury/state.ts'
import { unpaidDraws } from '#projections/treasury/queries.ts'
import { commandId, randomId } from '#services/commands/command-id.ts'
import type { Commands } from '#services/commands/commands.ts'
import { nullIfSuperseded, type Outcome } from '#services/commands/outcome.ts'
import { productMeta } from '#services/commands/product-meta.ts'
import { type Position, StoreUnavailable } from '#services/event-store/port.ts'
import type { Queries } from '#services/platform/database/queries.ts'
import { LOCK_WAIT_MS, type SessionLocks } from '#services/platform/database/session-locks.ts'
import { forEachSettled } from '#services/platform/process/for-each-settled.ts'
import { INTERRUPTED_AFTER_MS } from './sweeps.ts'

const SWEEP_AT_ONCE = 500
const SYSTEM_ACTOR = 'treasury'
const BUDGET_SETTING = 'treasury-per-day' satisfies SettingName
/** How often a float is looked at again because it was spent, or the budget changed, meanwhile. */
const MAX_ATTEMPTS = 16

const eventOf = ({ version }: { readonly version: number }): string => `${treasuryStream(TREASURY)}@${version}`

/** A draw that waits for a super admin. Amounts in cents; `usedCents`: of the day's budget when it was requested. */
export type Waiting = {
  readonly draw: string
  readonly amountCents: number
  readonly usedCents: number
  readonly budgetCents: number
}

export type FloatChanged = {
  readonly accepted: true
  readonly repeated: boolean
  readonly position: Position | null
  readonly hash: string | null
  /** Null if the float now is as requested. */
  readonly waiting: Waiting | null
  /** The float after the command. */
  readonly floatCents: number
}
type NotChanged = { readonly accepted: false; readonly refusal: Refusal }

export type Treasury = {
  /**
   * Draws money for another admin's float. `meta` is the command of the plain admin who asks. Throws as the recorder
   * does.
   */
  draw(account: string, amountCents: number, meta: CommandMeta): Promise<FloatChanged | NotChanged>
  /** Whether this command requested a draw. */
  remembers(command: string): Promise<boolean>
  /**
   * Sets a float: at once if a super admin raises it or it is lowered; if a plain admin raises it, only as far as a
   * draw of the difference is granted. One call at a time per float, so that the difference is drawn once. Throws
   * LockHeld if others take too long.
   */
  setFloat(account: string, floatCents: number, meta: CommandMeta): Promise<FloatChanged | NotChanged>
  /** A super admin's decision on a draw that waits. */
  decide(draw: string, decision: 'approve' | 'decline', meta: CommandMeta): Promise<FloatChanged | NotChanged>
  /** Pays out granted draws that crashes left. Safe to run anywhere, any time, in several processes. */
  finishInterrupted(olderThanMs?: number): Promise<number>
}

/** `event`: '<stream>@<version>' of the event that granted it. */
type Granted = Omit<GrantedDraw, 'version'> & { readonly event: string }

export function createTreasury({
  queries,
  locks,
  commands: { accounts, treasury, desk },
  businessNow,
  budgetCents,
}: {
  queries: Queries
  locks: Pick<SessionLocks, 'hold'>
  commands: Pick<Commands, 'accounts' | 'treasury' | 'desk'>
  businessNow: () => Date
  /** What plain admins together may draw in a business day without approval, until the desk has a setting for it. */
  budgetCents: number
}): Treasury {
  /** In the product's own name: it has been granted, and must not be refused. */
  function pay({ draw, account, amountCents, event, correlation }: Granted): Promise<Outcome<AccountEvent>> {
    const command = { type: 'RaiseFloat', draw, amountCents } as const
    const id = commandId(SYSTEM_ACTOR, `RaiseFloat ${draw}`)
    const meta = productMeta(SYSTEM_ACTOR, { id, request: command, correlation, causation: event, at: businessNow() })
    return accounts.execute(account, command, meta)
  }

  /** The desk's current budget in cents, and the head of the stream that it was read at. */
  const budgetNow = () =>
    desk.view(DESK, ({ settings }, head) => [Number(settings.get(BUDGET_SETTING) ?? budgetCents), head] as const)

  const floatOf = async (account: string): Promise<number> => (await accounts.read(account)).floatCents

  /** Carries out what the treasury decided. */
  async function carryOut(outcome: Outcome<TreasuryEvent>, correlation: string): Promise<FloatChanged | NotChanged> {
    if (!outcome.accepted) return outcome
    const { repeated, position, hash } = outcome
    const [event] = outcome.events
    if (event === undefined) throw new Error('the treasury accepted a command without an event')
    const { draw, account, amountCents } = event.data
    if (event.type === 'TreasuryDrawRequested') {
      const { usedCents, budgetCents: budget } = event.data
      const waiting = { draw, amountCents, usedCents, budgetCents: budget }
      return { accepted: true, repeated, position, hash, waiting, floatCents: await floatOf(account) }
    }
    if (event.type === 'TreasuryDrawDeclined') {
      return { accepted: true, repeated, position, hash, waiting: null, floatCents: await floatOf(account) }
    }
    const paid = await pay({ draw, account, amountCents, event: eventOf(event), correlation })
    if (!paid.accepted) throw new Error(`${accountStream(account)} refused draw ${draw}: ${paid.refusal.code}`)
    const last = paid.position === null ? outcome : paid
    const { position: at, hash: head } = last
    return { accepted: true, repeated, position: at, hash: head, waiting: null, floatCents: await floatOf(account) }
  }

  /** Recorded only while the budget that it was decided by is in force. */
  async function draw(account: string, amountCents: number, meta: CommandMeta): Promise<FloatChanged | NotChanged> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const [budget, head] = await budgetNow()
      const command = { type: 'Draw', draw: randomId(), account, amountCents, budgetCents: budget } as const
      const named = head.hash === null ? meta : { ...meta, configuration: head.hash }
      const given = { stream: deskStream(DESK), head }
      const outcome = await treasury.execute(TREASURY, command, named, { given }).catch(nullIfSuperseded)
      if (outcome !== null) return carryOut(outcome, meta.correlation)
    }
    throw new StoreUnavailable(`the rules of the desk changed ${MAX_ATTEMPTS} times while money was drawn by them`)
  }

  async function setFloat(account: string, floatCents: number, meta: CommandMeta): Promise<FloatChanged | NotChanged> {
    // a repeated command gets its answer from where it was carried out
    const { commands, granted } = await treasury.read(TREASURY)
    if (commands.has(meta.command.id)) return draw(account, floatCents, meta)
    // a granted draw that a crash left is paid before the difference is calculated
    const last = granted.get(account)
    if (last !== undefined) await pay({ ...last, event: eventOf(last) })
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const set = await accounts.execute(account, { type: 'SetAdminBalance', floatCents }, meta)
      if (set.accepted) {
        const { repeated, position, hash, balanceCents } = set
        return { accepted: true, repeated, position, hash, waiting: null, floatCents: balanceCents }
      }
      if (set.refusal.code !== 'draw_missing') return set
      const missingCents = floatCents - (await floatOf(account))
      if (missingCents > 0) return draw(account, missingCents, meta)
    }
    return refuse('draw_missing')
  }

  const remembers = async (command: string): Promise<boolean> => (await treasury.read(TREASURY)).commands.has(command)

  return {
    draw,
    remembers,

    setFloat: (account, floatCents, meta) =>
      locks.hold(`float of ${account}`, LOCK_WAIT_MS, () => setFloat(account, floatCents, meta)),

    async decide(id, decision, meta) {
      const state = await treasury.read(TREASURY)
      const waiting = state.commands.has(meta.command.id) ? undefined : waitingDraw(state, id)
      if (decision === 'approve' && waiting !== undefined && (await accounts.read(waiting.account)).closed) {
        return refuse('account_closed')
      }
      const type = decision === 'approve' ? 'ApproveDraw' : 'DeclineDraw'
      return carryOut(await treasury.execute(TREASURY, { type, draw: id }, meta), meta.correlation)
    },

    async finishInterrupted(olderThanMs = INTERRUPTED_AFTER_MS) {
      let paid = 0
      await forEachSettled(await unpaidDraws(queries, olderThanMs, SWEEP_AT_ONCE), async (row) => {
        const outcome = await pay({ ...row, correlation: row.correlation ?? randomId() })
        if (outcome.accepted && !outcome.repeated && outcome.events.length > 0) paid += 1
      })
      return paid
    },
  }
}
