// The hits of a search of the back office, each with its link.
import type { LinkProps } from '@tanstack/react-router'
import { ROLE_NAMES } from '#domain/role-names.ts'
import type { DeskFindings } from '#services/contract/contract.ts'
import { deskSearch } from '#ui/lib/messages/desk/search.ts'
import { messages } from '#ui/lib/messages.ts'
import { formatEuros } from '#ui/lib/money.ts'
import { formatDayTime } from '#ui/lib/time/format.ts'
import { scoreText } from './score-text.ts'

export type DeskHit = {
  /** Unique among all hits. */
  readonly id: string
  /** The id of the account, bet or event; for a line, its ledger number. */
  readonly subject: string
  readonly title: string
  readonly detail: string
  readonly aside: string
  readonly link: Pick<LinkProps, 'to' | 'search'>
}
export type DeskHitGroup = { readonly kind: keyof DeskFindings; readonly items: readonly DeskHit[] }

/** The groups that have hits, in order. */
export const hitsOf = ({ users, bets, events, lines }: DeskFindings): DeskHitGroup[] =>
  [
    { kind: 'lines' as const, items: lines.map(lineHit) },
    { kind: 'users' as const, items: users.map(userHit) },
    { kind: 'events' as const, items: events.map(eventHit) },
    { kind: 'bets' as const, items: bets.map(betHit) },
  ].filter(({ items }) => items.length > 0)

const userHit = ({ id, username, role, is_blocked }: DeskFindings['users'][number]): DeskHit => ({
  id: `user ${id}`,
  subject: id,
  title: username,
  detail: is_blocked ? deskSearch.blocked : '',
  aside: ROLE_NAMES[role],
  link: role === 'user' ? { to: '/admin/users', search: { user: id } } : { to: '/admin/admins' },
})

const betHit = ({ id, username, name, stake, status }: DeskFindings['bets'][number]): DeskHit => ({
  id: `bet ${id}`,
  subject: id,
  title: name,
  detail: `${formatEuros(stake)} · ${username}`,
  aside: messages.bets.status[status],
  link: { to: '/admin/bets', search: { bet: id } },
})

const eventHit = ({ id, home, away, startsAt, result }: DeskFindings['events'][number]): DeskHit => ({
  id: `event ${id}`,
  subject: id,
  title: `${home} vs ${away}`,
  detail: result === null ? '' : scoreText(result),
  aside: formatDayTime(startsAt),
  link: { to: '/admin/bets', search: { event: id } },
})

const lineHit = ({ number, type, at }: DeskFindings['lines'][number]): DeskHit => ({
  id: `line ${number}`,
  subject: String(number),
  title: `#${number.toLocaleString('en-IE')}`,
  detail: type,
  aside: formatDayTime(at),
  link: { to: '/admin/audit', search: { q: `#${number}`, event: number } },
})
