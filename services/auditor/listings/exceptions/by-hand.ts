// Finds in each event what a person did by hand: which field of what, before and after. Memory depends only on what is
// under way.
import type { Body, EventType, Meta } from '../../events/body.ts'
import type { SelectionDecided } from '../../events/payloads.ts'
import type { Account } from '../../replay/entities.ts'
import type { State } from '../../replay/state.ts'
import type { Value } from '../../report/listing/cells.ts'
import type { Ending } from '../../rules/grading.ts'
import { isVoid } from '../../rules/settlement/by-hand.ts'
import { shownScore } from '../shown-score.ts'
import type { Deed, DeedKind } from './deed.ts'

type Of<T extends EventType> = Extract<Body, { type: T }>

/** Whether a person did it on somebody else's account. */
const isByOther = ({ meta, stream }: Body): boolean =>
  meta.actor.role !== 'system' && stream !== `account-${meta.actor.id}`
const isByPerson = ({ meta }: Body): boolean => meta.actor.role !== 'system'
const subjectOf = ({ stream }: Body): string => stream.slice(stream.indexOf('-') + 1)

const changed = (kind: DeedKind, subject: string, field: string, before: Value, after: Value): Deed => ({
  kind,
  subject,
  field,
  before,
  after,
})

const withFirst = (isFirst: boolean, deed: Deed): Deed => (isFirst ? { ...deed, isFirst } : deed)

export class ByHand {
  /** By id of a transfer or goodwill that has not arrived yet, the metadata of the command that sent it. */
  readonly #underWay = new Map<string, Meta>()
  readonly #caps = new Map<string, { readonly stakeCents: number | null; readonly payoutCents: number | null }>()
  #games: readonly string[] = []
  #hasSuperAdmin = false

  /** To be called for every event from the first. `state`: after the event. */
  deedsOf(body: Body, state: State): readonly Deed[] {
    const subject = subjectOf(body)
    const account = state.accounts.get(subject) ?? null
    return (
      this.#ofMoney(body, account) ??
      this.#ofDesk(body, subject, state) ??
      this.#ofRoles(body, subject) ??
      ofPeople(body, subject) ??
      ofGames(body, subject, state) ??
      []
    )
  }

  #ofMoney(body: Body, account: Account | null): readonly Deed[] | null {
    if (account === null) return null
    const { id, float, wallet } = account
    const moved = (field: 'floatCents' | 'walletCents', by: number, of: Meta, kind: DeedKind = 'balance'): Deed => {
      const after = (field === 'floatCents' ? float : wallet).cents
      return { ...changed(kind, id, field, after - by, after), of }
    }
    switch (body.type) {
      case 'FloatSet':
        return [changed('balance', id, 'floatCents', body.data.beforeCents, body.data.afterCents)]
      case 'AdminRemoved':
        return [
          changed('role', id, 'role', account.role, 'removed'),
          changed('balance', id, 'floatCents', body.data.floatCents, 0),
        ]
      case 'TransferSent': {
        const { transfer, from, amountCents } = body.data
        if (!isByPerson(body)) return null
        this.#underWay.set(transfer, body.meta)
        return [moved(`${from}Cents`, -amountCents, body.meta)]
      }
      case 'TransferReceived':
      case 'TransferReturned': {
        const { transfer, into, amountCents, owedPaidCents } = body.data
        const sent = this.#arrived(transfer)
        const goesOn = body.type === 'TransferReceived' && body.data.forwarded
        return sent && [moved(`${into}Cents`, goesOn ? 0 : amountCents - owedPaidCents, sent)]
      }
      case 'GoodwillPromised': {
        const { goodwill, to, amountCents } = body.data
        this.#underWay.set(goodwill, body.meta)
        return [changed('goodwill', to, 'promisedCents', null, amountCents)]
      }
      case 'GoodwillPaid': {
        const { goodwill, amountCents, owedPaidCents } = body.data
        return [moved('walletCents', amountCents - owedPaidCents, this.#arrived(goodwill) ?? body.meta, 'goodwill')]
      }
      case 'BetVoided':
        return [changed('void', body.data.bet, 'returnCents', 'open', body.data.stakeCents)]
      case 'BetResettled': {
        const { bet, reversedReturnCents, settlement } = body.data
        const after = settlement?.returnCents ?? 'open'
        return [
          ...(isVoid(settlement) ? [changed('void', bet, 'settlement', 'in force', 'void')] : []),
          changed('resettlement', bet, 'returnCents', reversedReturnCents, after),
        ]
      }
      default:
        return null
    }
  }

  #arrived(id: string): Meta | null {
    const command = this.#underWay.get(id) ?? null
    this.#underWay.delete(id)
    return command
  }

  #ofRoles(body: Body, subject: string): readonly Deed[] | null {
    if (body.type !== 'AccountOpened' || body.data.role === 'user') return null
    const { role } = body.data
    const isFirst = role === 'super-admin' && !this.#hasSuperAdmin
    this.#hasSuperAdmin ||= isFirst
    return [withFirst(isFirst, changed('role', subject, 'role', null, role))]
  }

  #ofDesk(body: Body, subject: string, state: State): readonly Deed[] | null {
    switch (body.type) {
      case 'BetCapsSet': {
        const before = this.#caps.get(subject) ?? { stakeCents: null, payoutCents: null }
        const after = { stakeCents: body.data.stakeCents ?? null, payoutCents: body.data.payoutCents ?? null }
        this.#caps.set(subject, after)
        const fields = (['stakeCents', 'payoutCents'] as const).filter((field) => before[field] !== after[field])
        return fields.map((field) => changed('caps', subject, field, before[field], after[field]))
      }
      case 'SettingsSet':
        return body.data.settings.map(({ setting, before = null, after }) =>
          withFirst(before === null, changed('setting', setting, setting, before, after)),
        )
      case 'BettingStopped':
        return [changed('stop', body.data.fixture ?? 'all', body.data.market ?? 'all markets', 'open', 'stopped')]
      case 'BettingResumed':
        return [changed('stop', body.data.fixture ?? 'all', body.data.market ?? 'all markets', 'stopped', 'open')]
      case 'LeagueBlacklisted':
        return [changed('offer', body.data.league, 'league', 'offered', 'hidden')]
      case 'LeagueUnblacklisted':
        return [changed('offer', body.data.league, 'league', 'hidden', 'offered')]
      case 'BackupRestored': {
        const { by, events } = body.data
        const lost = state.restores.at(-1)?.signedAndLost ?? null
        const before = lost === null ? 'unknown' : `${events + lost} signed at least`
        // the product recorded it for the person who answers for it
        const of = { ...body.meta, actor: { id: by, role: 'super-admin' } as const }
        return [{ ...changed('restore', 'the log', 'events', before, events), of }]
      }
      case 'GamesOfTheDaySaved': {
        const before = this.#games
        this.#games = body.data.fixtures
        return [changed('offer', 'games of the day', 'fixtures', before, this.#games)]
      }
      default:
        return null
    }
  }
}

/** What was done to somebody's account, or requested and answered. */
function ofPeople(body: Body, subject: string): readonly Deed[] | null {
  switch (body.type) {
    case 'AccountBlocked':
      return [changed('standing', subject, 'standing', 'active', 'blocked')]
    case 'AccountUnblocked':
      return [changed('standing', subject, 'standing', 'blocked', 'active')]
    case 'PasswordChanged':
      return isByOther(body) ? [changed('access', subject, 'password', 'own', 'set')] : null
    case 'EmailChanged':
      return isByOther(body) ? [changed('access', subject, 'email', 'own', 'set')] : null
    case 'SecondFactorRemoved':
      return [changed('access', subject, 'secondFactor', 'set', 'removed')]
    case 'SessionsEnded':
      return isByOther(body) ? [changed('access', subject, 'sessions', 'signed in', 'ended')] : null
    case 'RequestEnded': {
      const { kind, outcome, amountCents } = body.data
      const answered = changed('request', subject, kind, 'open', outcome)
      return isByOther(body) ? [amountCents === undefined ? answered : { ...answered, amountCents }] : null
    }
    case 'AccountClosed':
      return isByOther(body) && isByPerson(body) ? [changed('standing', subject, 'standing', 'active', 'closed')] : null
    case 'PersonalDataErased':
      return [changed('erasure', subject, 'personal data', 'there', 'erased')]
    case 'SettlementAsked': {
      const { command, movesCents, bet } = body.data
      return [{ ...changed('four-eyes', bet ?? subject, command, null, 'asked'), amountCents: movesCents }]
    }
    case 'AuthorityUsed': {
      const { decision, movesCents } = body.data
      return [{ ...changed('four-eyes', subject, decision, null, 'decided alone'), amountCents: movesCents }]
    }
    case 'SettlementApproved':
    case 'SettlementDeclined':
      return [changed('four-eyes', subject, 'settlement', `asked by ${body.data.askedBy}`, answerOf(body))]
    case 'TreasuryDrawn':
      return [
        { ...changed('treasury', body.data.account, 'draw', null, 'granted'), amountCents: body.data.amountCents },
      ]
    case 'TreasuryDrawRequested':
      return [{ ...changed('four-eyes', body.data.account, 'draw', null, 'asked'), amountCents: body.data.amountCents }]
    case 'TreasuryDrawApproved':
    case 'TreasuryDrawDeclined': {
      const { account, requestedBy, amountCents } = body.data
      return [{ ...changed('four-eyes', account, 'draw', `asked by ${requestedBy}`, answerOf(body)), amountCents }]
    }
    default:
      return null
  }
}

const answerOf = ({ type }: Body): string => (type.endsWith('Approved') ? 'approved' : 'declined')

/** What was decided about a fixture. */
function ofGames(body: Body, subject: string, state: State): readonly Deed[] | null {
  const fixture = state.fixtures.get(subject)
  if (fixture === undefined || !isByPerson(body)) return null
  const { endings, prices } = fixture
  switch (body.type) {
    case 'FixtureListed':
      return [changed('offer', subject, 'game', null, `${body.data.home} - ${body.data.away}`)]
    case 'ResultRecorded':
    case 'ResultCorrected':
    case 'FixtureAbandoned':
      return [changed('settlement', subject, 'result', shownEnding(endings.at(-2)), shownEnding(endings.at(-1)))]
    case 'MarketDecided':
      return [changed('settlement', subject, body.data.market, null, shownDecision(body))]
    case 'FixtureVoided':
      return [changed('void', subject, body.data.market ?? 'all markets', 'in force', 'void')]
    case 'HousePriceSet':
    case 'HousePriceWithdrawn':
      return [changed('price', subject, 'odds', { ...prices.at(-2)?.odds }, { ...prices.at(-1)?.odds })]
    case 'MarketReleased':
      return [changed('feed', subject, body.data.market, `suspended: ${body.data.why}`, 'released')]
    case 'FixturesKeptApart':
      return [changed('feed', subject, 'other game', `may be ${body.data.newer}: ${body.data.why}`, 'kept apart')]
    default:
      return null
  }
}

function shownEnding(ending: Ending | undefined): string | null {
  if (ending === undefined) return null
  if (ending.abandoned) return 'abandoned'
  const { score, regulation } = ending
  if (score === null) return 'no result'
  return shownScore(score, regulation)
}

const shownDecision = ({ data }: Of<'MarketDecided'>): string => data.selections.map(shownSelection).join(', ')
const shownSelection = ({ selection, point, grade }: SelectionDecided): string =>
  [selection, point, grade].filter((part) => part !== undefined).join(' ')
