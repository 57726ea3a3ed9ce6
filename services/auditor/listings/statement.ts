// `ledger statement`: what moved an account's money, line by line, with the balance after each.
import type { Answer, Call } from '../commands/command.ts'
import { periodOption } from '../commands/options.ts'
import { Usage } from '../failures.ts'
import { NULL } from '../postgres/table-lines.ts'
import { ACCOUNT } from '../read-models/bet-cells.ts'
import { betOf, linesOf } from '../read-models/statement.ts'
import { answerOf } from '../report/listing/answer.ts'
import { counted, euros, numbered } from '../report/listing/cells.ts'
import { asText, type Listing } from '../report/listing/listing.ts'
import { Rows } from '../report/listing/rows.ts'
import { findPerson } from '../walk/names.ts'
import { OpenLog } from '../walk/open-log.ts'
import { walk } from '../walk/walk.ts'

const COLUMNS = [
  { key: 'number', title: 'Number', as: 'number' },
  { key: 'at', title: 'Time' },
  { key: 'kind', title: 'Kind' },
  { key: 'amountCents', title: 'Amount', as: 'cents' },
  { key: 'balanceCents', title: 'Balance', as: 'cents' },
  { key: 'owedCents', title: 'Owed', as: 'cents' },
  { key: 'bet', title: 'Bet' },
] as const

export async function answerStatement(call: Call): Promise<Answer> {
  const period = periodOption(call)
  return OpenLog.ask(await call.openLedger(), async (log) => {
    const { id, name } = await findPerson(log.snapshot, call.argument!)
    const rows = new Rows(COLUMNS)
    let opening = 0
    let balance = 0
    const passage = await walk(log, period.to, ({ row, body }, { accounts }) => {
      const isIncluded = period.includes(row)
      if (body?.stream !== ACCOUNT + id) return
      const owed = 0 - (accounts.get(id)?.owed.cents ?? 0)
      const bet = betOf(body)
      for (const [kind, cents] of linesOf(body)) {
        balance += cents
        if (!isIncluded) continue
        const of = { event: `${body.stream}@${body.version}`, bet: bet === NULL ? null : bet }
        const amounts = { amountCents: cents, balanceCents: balance, owedCents: owed }
        rows.add({ number: row.number, at: body.meta.at, kind, ...amounts, ...of })
      }
      if (!isIncluded) opening = balance
    })
    const account = passage.state.accounts.get(id)
    if (account === undefined)
      throw new Usage(`the log has no account ${id} up to ledger number ${numbered(passage.last?.number ?? -1)}`)
    const booked = (account.role === 'user' ? account.wallet : account.float).cents
    const owed = 0 - account.owed.cents
    const number = passage.last!.number
    const who = name === null ? id : `${name} (${id})`
    const moved = `${counted(rows.count, 'line')} take ${who} from ${euros(opening)} to ${euros(balance)} euros as of ledger number ${numbered(number)}`
    const listing: Listing = {
      command: 'statement',
      sentence:
        booked === balance
          ? `${moved}, which is what the book has${owed === 0 ? '' : `; ${euros(owed)} euros are owed`}.`
          : `${moved}, but the book has ${euros(booked)}: lines are missing or wrong.`,
      findings: booked === balance ? 0 : 1,
      passage,
      facts: [
        asText('account', 'account', id),
        asText('name', 'user', name),
        asText('role', 'role', account.role),
        { key: 'to', title: 'as of', value: number, shown: `ledger number ${number}` },
        { key: 'openingCents', title: 'opening', value: opening, shown: euros(opening) },
        { key: 'closingCents', title: 'closing', value: balance, shown: euros(balance) },
        { key: 'owedCents', title: 'owed', value: owed, shown: euros(owed) },
      ],
      tables: [{ key: 'lines', title: 'Lines', rows }],
    }
    return answerOf(listing)
  })
}
