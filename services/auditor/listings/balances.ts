// `ledger balances`: what every account of the book held at a moment.
import { KINDS, type Kind, nameOf } from '../book/book.ts'
import type { Answer, Call } from '../commands/command.ts'
import { asOfOption, listOption } from '../commands/options.ts'
import { answerOf } from '../report/listing/answer.ts'
import { asOfText, counted, euros } from '../report/listing/cells.ts'
import type { Listing } from '../report/listing/listing.ts'
import { Rows } from '../report/listing/rows.ts'
import { readNames } from '../walk/names.ts'
import { OpenLog } from '../walk/open-log.ts'
import { walk } from '../walk/walk.ts'
import { accountsOf, KIND_TITLES } from './accounts-of-book.ts'

const COLUMNS = [
  { key: 'account', title: 'Account' },
  { key: 'name', title: 'User' },
  { key: 'cents', title: 'Euros', as: 'cents' },
] as const

export async function answerBalances(call: Call): Promise<Answer> {
  const asOf = asOfOption(call)
  const kinds = new Set(listOption(call, 'kind') ?? KINDS)
  return OpenLog.ask(await call.openLedger(), async (log) => {
    const names = await readNames(log)
    const passage = await walk(log, asOf)
    const rows = new Rows(COLUMNS)
    let sum = 0
    let accounts = 0
    for (const account of accountsOf(passage.state)) {
      const { kind, owner, cents } = account
      sum += cents
      accounts += 1
      if (kinds.has(kind)) rows.add({ account: nameOf(account), kind, owner, name: names(owner), cents })
    }
    const { totals } = passage.state.book
    const number = passage.last?.number ?? null
    const issued = euros(0 - totals.treasury)
    const listing: Listing = {
      command: 'balances',
      sentence:
        sum === 0
          ? `${asOfText(number)} the treasury has issued ${issued} euros, which ${counted(accounts, 'account')} account for: all of them sum to zero.`
          : `${asOfText(number)} all accounts sum to ${euros(sum)} euros and not to zero: the books do not balance.`,
      findings: sum === 0 ? 0 : 1,
      passage,
      facts: [
        {
          key: 'asOf',
          title: 'as of',
          value: number,
          shown: number === null ? 'before the first event' : `ledger number ${number}`,
        },
        { key: 'sumCents', title: 'sum', value: sum, shown: euros(sum) },
        { key: 'totals', title: 'totals', value: totals, shown: totalsText(totals) },
      ],
      tables: [{ key: 'balances', title: 'Balances', rows }],
    }
    return answerOf(listing)
  })
}

const totalsText = (totals: Readonly<Record<Kind, number>>): string =>
  KINDS.map((kind) => `${KIND_TITLES[kind]} ${euros(totals[kind])}`).join(', ')
