// The book for Beancount (v2 and v3). Every event that moved money is a transaction, and the final balances are
// asserted to the cent. Amounts have the same sign as in the ledger: what somebody holds is positive, what the treasury
// issued is negative.
import type { LedgerAccount } from '../../book/book.ts'
import { accountsOf } from '../../listings/accounts-of-book.ts'
import type { OpenBet } from '../../replay/entities.ts'
import type { State } from '../../replay/state.ts'
import type { Format, Told } from './format.ts'

const FILE = 'ledger.beancount'
/** Accounts are opened before any event, because the days of events need not be in order. */
const OPENED = '1970-01-01'
const DAY_MS = 86_400_000

/**
 * The stakes of a bettor's open bets are one account, and so is all money in transit: links of transactions tell which
 * bet or transfer an amount belongs to. Beancount wants each component of a name to begin with a capital letter and to
 * hold letters, digits and hyphens only.
 */
function accountName(account: LedgerAccount): string {
  const { kind, owner } = account
  switch (kind) {
    case 'treasury':
      return 'Equity:Treasury'
    case 'profit':
      return 'Assets:House:Profit'
    case 'grants':
      return 'Assets:House:Grants'
    case 'goodwill':
      return 'Assets:House:Goodwill'
    case 'float':
      return `Assets:Admins:A-${component(owner)}:Float`
    case 'wallet':
      return `Assets:Users:U-${component(owner)}:Wallet`
    case 'owed':
      return `Liabilities:Users:U-${component(owner)}:Owed`
    case 'bet':
      return `Assets:Users:U-${component((account as OpenBet).bettor)}:Stakes`
    case 'transit':
      return 'Assets:Transit'
  }
}

const component = (id: string): string => id.replace(/[^A-Za-z0-9]/g, '-')
const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&').replace(/[\r\n]+/g, ' ')}"`

/** -123456 as '-1234.56'. */
function amount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)} EUR`
}

export const beancount: Format = (folder) => {
  const file = folder.file(FILE)
  const opened = new Set<string>()
  let transactions = 0
  let last = OPENED
  const open = (account: LedgerAccount): string => {
    const name = accountName(account)
    if (!opened.has(name)) {
      opened.add(name)
      file.write(`${OPENED} open ${name} EUR\n`)
    }
    return name
  }
  file.write('option "title" "Fairbook ledger"\noption "operating_currency" "EUR"\n\n')
  return {
    event(told) {
      const { body, postings } = told
      if (body === null || postings.length === 0) return
      const lines = postings.flatMap(({ from, to, cents }) => [
        `  ${open(from)}  ${amount(-cents)}\n`,
        `  ${open(to)}  ${amount(cents)}\n`,
      ])
      const day = body.meta.at.slice(0, 10)
      if (day > last) last = day
      file.write(`${day} * ${quoted(body.type)}${linksOf(told)}\n${metadataOf(told)}${lines.join('')}\n`)
      transactions += 1
    },
    end({ state }) {
      const after = new Date(Date.parse(last) + DAY_MS).toISOString().slice(0, 10)
      const balances = balancesOf(state)
      // an account that no money ever moved through is not opened, and needs no assertion
      for (const name of [...opened].toSorted()) {
        // by default, Beancount would tolerate a difference of a cent
        file.write(`${after} balance ${name}  ${amount(balances.get(name) ?? 0).replace(' ', ' ~ 0.00 ')}\n`)
      }
      return [{ name: FILE, ...file.end(), rows: transactions }]
    },
  }
}

/** The bets and transfers that a transaction is about, each once. */
function linksOf({ postings }: Told): string {
  const links = postings.flatMap(({ from, to }) =>
    [from, to].flatMap(({ kind, owner }) =>
      kind === 'bet' || kind === 'transit' ? [` ^${kind}-${component(owner)}`] : [],
    ),
  )
  return [...new Set(links)].join('')
}

function metadataOf({ row, body }: Told): string {
  const { at, actor } = body!.meta
  const said = {
    number: String(row.number),
    event: quoted(`${row.stream}@${row.version}`),
    at: quoted(at),
    by: quoted(actor.id),
  }
  return Object.entries(said)
    .map(([key, value]) => `  ${key}: ${value}\n`)
    .join('')
}

/** By Beancount's name of the account. Taken from the state of the replay, as a check of the transactions above. */
function balancesOf(state: State): ReadonlyMap<string, number> {
  const balances = new Map<string, number>()
  for (const account of accountsOf(state)) {
    const name = accountName(account)
    balances.set(name, (balances.get(name) ?? 0) + account.cents)
  }
  return balances
}
