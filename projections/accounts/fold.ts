// Standing and balances of every account: the ledger's postings, summed by account.
import { tablesIn } from '../ddl.ts'
import { type LedgerEvent, moneyPostings } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { columnsOf, insertRows, type Row, selectColumns, unnestAs } from '../table.ts'
import type { Write } from '../write.ts'

const DDL = `${import.meta.dirname}/table.sql`
const { account } = tablesIn(DDL, 'account')

type Change = {
  readonly firstVersion: number
  version: number
  opened: { readonly role: string; readonly openedBy: string; readonly at: string } | null
  blocked: boolean | null
  closed: boolean
  closing: boolean | null
  wallet: number
  float: number
  owed: number
}

const CHANGES = {
  ...selectColumns(account, [
    'account_id',
    'blocked',
    'closed',
    'closing',
    'wallet_cents',
    'float_cents',
    'owed_cents',
    'version',
  ]),
  first: 'integer',
} as const
/** `u.first`: the batch must continue at the row's version, so that no event is counted twice or left out. */
const UPDATE = `
  update account a set
    blocked = coalesce(u.blocked, a.blocked),
    closed = a.closed or u.closed,
    closing = coalesce(u.closing, a.closing),
    wallet_cents = a.wallet_cents + u.wallet_cents,
    float_cents = a.float_cents + u.float_cents,
    owed_cents = a.owed_cents + u.owed_cents,
    version = u.version
  from ${unnestAs(CHANGES)}
  where a.account_id = u.account_id and a.version = u.first - 1`

class AccountsFold implements Fold {
  readonly #changes = new Map<string, Change>()

  get size(): number {
    return this.#changes.size
  }

  add(event: LedgerEvent): void {
    if (!event.stream.startsWith('account-')) return
    const change = this.#changeOf(event)
    change.version = event.version
    if (event.type === 'AccountOpened') {
      change.opened = { role: event.data.role, openedBy: event.data.openedBy, at: event.meta.at }
    } else if (event.type === 'AccountBlocked') change.blocked = true
    else if (event.type === 'AccountUnblocked') change.blocked = false
    else if (event.type === 'AdminRemoved') change.closed = true
    else if (event.type === 'ClosingRequested') change.closing = true
    else if (event.type === 'ClosingCancelled') change.closing = false
    else if (event.type === 'AccountClosed') {
      change.closed = true
      change.closing = false
    }
    for (const { from, to, amountCents } of moneyPostings(event)) {
      credit(change, event.subject, from, -amountCents)
      credit(change, event.subject, to, amountCents)
    }
  }

  #changeOf(event: LedgerEvent): Change {
    let change = this.#changes.get(event.subject)
    if (change === undefined) {
      change = {
        firstVersion: event.version,
        version: event.version,
        opened: null,
        blocked: null,
        closed: false,
        closing: null,
        wallet: 0,
        float: 0,
        owed: 0,
      }
      this.#changes.set(event.subject, change)
    }
    return change
  }

  writes(): Write[] {
    const opened: Row[] = []
    const changed: Row[] = []
    for (const [
      id,
      { opened: registration, blocked, closed, closing, wallet, float, owed, firstVersion, version },
    ] of this.#changes) {
      if (registration !== null) {
        const { role, openedBy, at } = registration
        opened.push([id, role, openedBy, at, blocked ?? false, closed, closing ?? false, wallet, float, owed, version])
      } else changed.push([id, blocked, closed, closing, wallet, float, owed, version, firstVersion])
    }
    const writes: Write[] = []
    if (opened.length > 0) writes.push(insertRows(account, opened))
    if (changed.length > 0) {
      writes.push({
        name: 'update_account',
        text: UPDATE,
        values: columnsOf(CHANGES, changed),
        rows: changed.length,
      })
    }
    return writes
  }
}

/** Ledger accounts are named 'user:<id>:wallet'. An event moves only balances of the account on whose stream it is. */
function credit(change: Change, subject: string, ledgerAccount: string, cents: number): void {
  if (ledgerAccount.startsWith('user:')) {
    expectOwn(ledgerAccount, subject, 5)
    if (ledgerAccount.endsWith(':wallet')) change.wallet += cents
    else change.owed += cents
  } else if (ledgerAccount.startsWith('admin:')) {
    expectOwn(ledgerAccount, subject, 6)
    change.float += cents
  }
}

function expectOwn(ledgerAccount: string, subject: string, at: number): void {
  if (!ledgerAccount.startsWith(subject, at)) {
    throw new Error(`a posting on ${ledgerAccount} in the stream of account ${subject}`)
  }
}

export const accounts: Projection = {
  name: 'accounts',
  ddl: DDL,
  tables: [account],
  fold: () => new AccountsFold(),
  revision: 2,
}
