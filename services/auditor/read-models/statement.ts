// The statement of each account: its lines and the balance after each, by the auditor's own reading of what each event
// moves.
import type { Body } from '../events/body.ts'
import type { EventData, Purpose, Settlement } from '../events/payloads.ts'
import type { ReadEvent } from '../events/read-event.ts'
import { NULL, time } from '../postgres/table-lines.ts'
import { ACCOUNT } from './bet-cells.ts'
import type { TextModel } from './read-model.ts'
import { RowsInStep } from './rows-in-step.ts'

const STATEMENT_LINE = {
  table: 'statement_line',
  columns: ['account_id', 'number', 'line', 'at', 'kind', 'amount_cents', 'balance_cents', 'bet_id'],
}

/** How many balances stay in memory: a number each. */
const BALANCES = 65_536

type Line = readonly [kind: string, cents: number]

export const statementModel: TextModel = {
  isOfText: true,
  projection: 'statement',
  tables: [STATEMENT_LINE],
  async begin(beginning) {
    const rows = await RowsInStep.begin(beginning, STATEMENT_LINE, keyOf)
    const balances = beginning.spill.map<number>('balances', BALANCES)
    return {
      event({ row, body }: ReadEvent) {
        if (body === null || !body.stream.startsWith(ACCOUNT)) return
        const account = body.stream.slice(ACCOUNT.length)
        const due = linesOf(body).map(([kind, cents], at) => {
          const balance = (balances.get(account) ?? 0) + cents
          balances.set(account, balance)
          const cells = [account, row.number, at, time(body.meta.at), kind, cents, balance, betOf(body)]
          return { key: `${account} ${row.number} ${at}`, line: cells.join('\t'), about: '' }
        })
        if (due.length > 0) return rows.expect(due)
      },
      async finish() {
        await rows.finish(() => false)
      },
      rows: () => rows.rows,
    }
  },
}

const keyOf = (line: string): string => line.split('\t', 3).join(' ')

/** The id of the bet that the event is about, as a cell; NULL if it is about none. */
export const betOf = (body: Body): string => ('bet' in body.data ? (body.data.bet ?? NULL) : NULL)

/** The lines of an event; those of 0 cents are left out. */
export const linesOf = (body: Body): Line[] => movesOf(body).filter(([, cents]) => cents !== 0)

function movesOf(body: Body): Line[] {
  switch (body.type) {
    case 'WelcomeGranted':
      return [['grant', body.data.amountCents]]
    case 'GoodwillPaid':
      return [
        ['goodwill', body.data.amountCents],
        ['debt', -body.data.owedPaidCents],
      ]
    case 'FloatSet':
      return [['float', body.data.afterCents - body.data.beforeCents]]
    case 'AdminRemoved':
      return [['float', -body.data.floatCents]]
    case 'TransferSent':
      return [[transferKind(body.data.purpose), -body.data.amountCents]]
    case 'TransferReceived':
      return receivedLines(body.data)
    case 'TransferReturned':
      return [
        ['returned', body.data.amountCents],
        ['debt', -body.data.owedPaidCents],
      ]
    case 'BetPlaced':
      return [['stake', -body.data.stakeCents]]
    case 'BetSettled':
      return settledLines(body.data)
    case 'BetVoided':
      return [
        ['refund', body.data.stakeCents],
        ['debt', -body.data.owedPaidCents],
      ]
    case 'BetResettled': {
      const { shortfallCents, reversedOwedPaidCents, reversedReturnCents, settlement } = body.data
      return [
        ['debt', shortfallCents + reversedOwedPaidCents],
        ['reversal', -reversedReturnCents],
        ...(settlement === null ? [] : settledLines(settlement)),
      ]
    }
    default:
      return []
  }
}

const transferKind = (purpose: Purpose): string => (purpose === 'withdrawal' ? 'withdrawal' : 'deposit')

const receivedLines = ({ purpose, amountCents, forwarded, owedPaidCents }: EventData['TransferReceived']): Line[] => [
  [transferKind(purpose), amountCents],
  ['float', forwarded ? -amountCents : 0],
  ['debt', -owedPaidCents],
]

const settledLines = ({ outcome, returnCents, owedPaidCents }: Settlement): Line[] => [
  [outcome === 'refunded' ? 'refund' : 'return', returnCents],
  ['debt', -owedPaidCents],
]
