// Accounts at a moment: what they are by the ledger, what they may do, and what they hold.
import { type Account, endOf } from '../../replay/entities.ts'
import type { Row } from '../../report/listing/cells.ts'
import type { Section } from './section.ts'

export const accounts: Section = {
  key: 'accounts',
  title: 'Accounts',
  columns: [
    { key: 'account', title: 'Account' },
    { key: 'name', title: 'User' },
    { key: 'role', title: 'Role' },
    { key: 'standing', title: 'Standing' },
    { key: 'walletCents', title: 'Wallet', as: 'cents' },
    { key: 'floatCents', title: 'Float', as: 'cents' },
    { key: 'owedCents', title: 'Owed', as: 'cents' },
    { key: 'openBets', title: 'Open bets', as: 'number' },
    { key: 'version', title: 'Version', as: 'number' },
  ],
  *rows(state) {
    for (const account of state.accounts.values()) yield rowOf(account, state.accounts.versionOf(account.id))
  },
  nameOf: ({ account }) => account as string,
}

function rowOf(account: Account, version: number): Row {
  const { id, role, openedBy, openedAt, blocked, closingSince, wallet, float, owed, bets, play, caps, factor } = account
  const isUser = role === 'user'
  return {
    account: id,
    role,
    openedBy,
    openedAt,
    standing: endOf(account) ?? (blocked ? 'blocked' : closingSince === null ? 'active' : 'closing'),
    walletCents: isUser ? wallet.cents : null,
    floatCents: isUser || role === 'auditor' ? null : float.cents,
    owedCents: isUser ? 0 - owed.cents : null,
    openBets: isUser ? (bets?.open ?? 0) : null,
    bets: bets && { placed: bets.placed, stakeCents: bets.stakeCents, profitCents: bets.profitCents },
    caps: { stakeCents: caps.stake, payoutCents: caps.payout },
    limits: play === null ? {} : Object.fromEntries(play.limits),
    break: play?.break ?? null,
    secondFactor: factor !== null,
    version,
  }
}
