// Bets are read in step with the log, by the ledger number of BetPlaced: what a row says of the bet's end is kept only
// until the log has told it. So nothing is held of the bets that are over.
import type { EventData } from '../events/shapes.ts'
import type { Findings } from '../findings.ts'
import { endConnection, IN_ORDER } from '../postgres/snapshot.ts'
import { json, Lines, NULL, time } from '../postgres/table-lines.ts'
import type { Replayed } from '../replay.ts'
import type { OpenBet } from '../state.ts'
import { compareOpenLegs, openLeg } from './open-legs.ts'
import { compareWhole, type ReadModel } from './read-model.ts'
import { decidedFixture, SettledLegs, settledLeg, supersededBet } from './settled-legs.ts'
import { TableCheck } from './table-check.ts'

/** First what is known at placing, then what the end of the bet decides. */
const PLACED = [
  'number',
  'bet_id',
  'account_id',
  'stake_cents',
  'odds',
  'struck_return_cents',
  'placed_at',
  'placed_event',
  'legs',
]
const ENDED = ['status', 'return_cents', 'settled_at', 'settled_event', 'graded']
const BET = { table: 'bet', columns: [...PLACED, ...ENDED], json: ['legs', 'graded'] }

/** The end of a bet that is open. */
const OPEN = ['pending', NULL, NULL, NULL, NULL].join('\t')

export const betsModel: ReadModel = {
  projection: 'bets',
  tables: [BET, openLeg, settledLeg, decidedFixture.spec, supersededBet],
  async begin(snapshot, findings) {
    const client = await snapshot.open(IN_ORDER)
    const legs = await SettledLegs.begin(snapshot, findings)
    const bets = new BetRows(
      new Lines(client, `${new TableCheck(BET, findings).query} order by number`),
      legs,
      findings,
    )
    let others = 0
    return {
      event: (replayed) => bets.event(replayed),
      async finish(state) {
        await bets.finish(state.openBets.values())
        await endConnection(client)
        await legs.finish(state)
        others = await compareWhole([decidedFixture], snapshot, state, findings)
        others += await compareOpenLegs(snapshot, state, findings)
      },
      rows: () => bets.rows + legs.rows + others,
    }
  },
}

class BetRows {
  readonly #lines: Lines
  readonly #legs: SettledLegs
  readonly #check: TableCheck
  readonly #endCheck: TableCheck

  constructor(lines: Lines, legs: SettledLegs, findings: Findings) {
    this.#lines = lines
    this.#legs = legs
    this.#check = new TableCheck(BET, findings)
    this.#endCheck = new TableCheck({ ...BET, columns: ENDED }, findings)
  }

  get rows(): number {
    return this.#check.rows
  }

  event(replayed: Replayed): void | Promise<void> {
    const { body, bet } = replayed
    if (body?.type === 'BetPlaced') return this.#place(replayed, body.data)
    if (bet === null) return
    if (body?.type === 'BetSettled') {
      this.#end(replayed, bet, settledCells(replayed, body.data))
      return this.#legs.settled(bet.owner, body.data.legs)
    }
    if (body?.type === 'BetVoided') this.#end(replayed, bet, voidedCells(replayed, bet))
  }

  #place(replayed: Replayed, data: EventData['BetPlaced']): void | Promise<void> {
    const { row } = replayed
    const line = this.#lines.peek()
    const placed = placedCells(replayed, data)
    // nearly always
    if (line?.startsWith(placed)) {
      this.#lines.take()
      this.#check.rows += 1
      return claimEnd(replayed.bet, line, placed.length)
    }
    if (line === undefined && !this.#lines.ended) return this.#lines.fill().then(() => this.#place(replayed, data))
    const account = row.stream.slice(ACCOUNT.length)
    const number = line === undefined ? Number.POSITIVE_INFINITY : Number(line.slice(0, line.indexOf('\t')))
    if (line === undefined || number > row.number) return this.#check.missing(data.bet, account, row)
    this.#lines.take()
    if (number < row.number) {
      this.#extra(line)
      return this.#place(replayed, data)
    }
    const end = endOfCells(line, PLACED.length)
    this.#check.compare(data.bet, placed + line.slice(end), line, account, row)
    claimEnd(replayed.bet, line, end)
  }

  #end({ row }: Replayed, bet: OpenBet, cells: string): void {
    if (bet.claim !== null) this.#endCheck.compare(bet.owner, cells, bet.claim, bet.account.id, row)
  }

  #extra(line: string): void {
    const [, bet = '', account = null] = line.split('\t', 3)
    this.#check.extra(bet, account, line)
  }

  /** Rows beyond the last bet, and ends that are told of bets which are open. */
  async finish(openBets: Iterable<OpenBet>): Promise<void> {
    for await (const line of this.#lines) this.#extra(line)
    for (const { owner, claim, account } of openBets) {
      if (claim === null || claim === OPEN) continue
      this.#endCheck.compare(owner, OPEN, claim, account.id)
    }
  }
}

const ACCOUNT = 'account-'

/** What the row says of the end is kept until the log has told it. */
function claimEnd(bet: OpenBet | null, line: string, from: number): void {
  if (bet === null) return
  const open = line.length - from === OPEN.length && line.endsWith(OPEN)
  bet.claim = open ? OPEN : line.slice(from)
}

/** With the tab after them. */
function placedCells({ row, body }: Replayed, data: EventData['BetPlaced']): string {
  const legs = json(between(row.body, '"legs":', ',"limits":'))
  const { stream, version, meta } = body!
  return (
    `${row.number}\t${data.bet}\t${stream.slice(ACCOUNT.length)}\t${data.stakeCents}\t${data.odds}\t` +
    `${data.potentialReturnCents}\t${time(meta.at)}\t${stream}@${version}\t${legs}\t`
  )
}

function settledCells({ row, body }: Replayed, { outcome, returnCents }: EventData['BetSettled']): string {
  const graded = json(between(row.body, '"legs":', ',"outcome":'))
  return `${outcome}\t${returnCents}\t${time(body!.meta.at)}\t${body!.stream}@${body!.version}\t${graded}`
}

const voidedCells = ({ body }: Replayed, { stakeCents }: OpenBet): string =>
  `refunded\t${stakeCents}\t${time(body!.meta.at)}\t${body!.stream}@${body!.version}\t${NULL}`

/** The body has matched its pattern, and within its strings every quote is escaped: these marks stand there once. */
function between(body: string, before: string, after: string): string {
  const start = body.indexOf(before) + before.length
  return body.slice(start, body.indexOf(after, start))
}

function endOfCells(line: string, count: number): number {
  let end = 0
  for (let cell = 0; cell < count; cell++) end = line.indexOf('\t', end) + 1
  return end
}
