// Standing and balances of every account: the ledger's lines, added up by account.
import { type LedgerEvent, moneyPostings } from '../event.ts'
import type { Fold, Projection } from '../projection.ts'
import { columnsOf, insertRows, type Row, unnest } from '../table.ts'
import type { Write } from '../write.ts'

const account = {
  name: 'account',
  columns: {
    account_id: 'text',
    role: 'text',
    opened_by: 'text',
    opened_at: 'timestamptz',
    blocked: 'boolean',
    closed: 'boolean',
    wallet_cents: 'bigint',
    float_cents: 'bigint',
    owed_cents: 'bigint',
    version: 'integer',
  },
} as const

type Change = {
  readonly firstVersion: number
  version: number
  opened: { readonly role: string; readonly openedBy: string; readonly at: string } | null
  blocked: boolean | null
  wallet: number
  float: number
  owed: number
}

/** `u.first`: the batch must go on where the row stands, so an event is never counted twice or left out. */
const CHANGES = {
  account_id: 'text',
  blocked: 'boolean',
  wallet: 'bigint',
  float: 'bigint',
  owed: 'bigint',
  first: 'integer',
  version: 'integer',
} as const
const UPDATE = `
  update account a set
    blocked = coalesce(u.blocked, a.blocked),
    wallet_cents = a.wallet_cents + u.wallet,
    float_cents = a.float_cents + u.float,
    owed_cents = a.owed_cents + u.owed,
    version = u.version
  from ${unnest(CHANGES)} as u (${Object.keys(CHANGES).join(', ')})
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
    for (const [id, { opened: registration, blocked, wallet, float, owed, firstVersion, version }] of this.#changes) {
      if (registration !== null) {
        const { role, openedBy, at } = registration
        opened.push([id, role, openedBy, at, blocked ?? false, false, wallet, float, owed, version])
      } else changed.push([id, blocked, wallet, float, owed, firstVersion, version])
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

/** Lines name accounts as in 'user:<id>:wallet'. An event moves no purse but those of its own stream's account. */
function credit(change: Change, subject: string, purse: string, cents: number): void {
  if (purse.startsWith('user:')) {
    expectOwn(purse, subject, 5)
    if (purse.endsWith(':wallet')) change.wallet += cents
    else change.owed += cents
  } else if (purse.startsWith('admin:')) {
    expectOwn(purse, subject, 6)
    change.float += cents
  }
}

function expectOwn(purse: string, subject: string, at: number): void {
  if (!purse.startsWith(subject, at)) throw new Error(`a line on ${purse} in the stream of account ${subject}`)
}

export const accounts: Projection = {
  name: 'accounts',
  ddl: `${import.meta.dirname}/table.sql`,
  tables: [account],
  fold: () => new AccountsFold(),
  revision: 1,
}
