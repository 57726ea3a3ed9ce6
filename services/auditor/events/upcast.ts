// Converts older versions of events to the newest, by the auditor's own reading. Bodies are changed in place: they have
// just been parsed, and nobody else has them.
import type { EventType } from './body.ts'

/** The newest version of each type that has more than one. */
const NEWEST: Partial<Record<string, number>> = {
  AccountOpened: 2,
  PasswordChanged: 2,
  FloatSet: 2,
  BetPlaced: 2,
  BetSettled: 2,
  ResultRecorded: 2,
  ResultCorrected: 2,
  FixtureAbandoned: 2,
  SettlementAsked: 2,
}
/** Types that were introduced with version 2 of the metadata, or later. */
const LATER: ReadonlySet<string> = new Set([
  'AdminRemoved',
  'TreasuryDrawn',
  'TreasuryDrawRequested',
  'TreasuryDrawApproved',
  'TreasuryDrawDeclined',
  'EmailChanged',
  'SecondFactorEnabled',
  'SecondFactorDisabled',
  'SecondFactorRemoved',
  'RecoveryCodesRenewed',
  'SessionsEnded',
  'SignedIn',
  'SignedOut',
  'SignInsFailed',
  'PersonalDataViewed',
  'BetResettled',
  'MarketDecided',
  'FixtureVoided',
  'MarketReleased',
  'FixturesKeptApart',
  'SettlementAsked',
  'SettlementApproved',
  'SettlementDeclined',
  'AuthorityUsed',
  'QuotesPublished',
  'HousePriceSet',
  'HousePriceWithdrawn',
  'LeagueBlacklisted',
  'LeagueUnblacklisted',
  'GamesOfTheDaySaved',
  'FloatDayClosed',
  'GoodwillPromised',
  'GoodwillPaid',
  'SettingsSet',
  'BettingStopped',
  'BettingResumed',
  'PlayLimitSet',
  'BreakTaken',
  'BetCapsSet',
  'NoteAdded',
  'RequestEnded',
  'ClosingRequested',
  'ClosingCancelled',
  'AccountClosed',
  'PersonalDataErased',
  'LogKeyChanged',
  'BackupRestored',
])

export const newestVersion = (type: EventType): number => NEWEST[type] ?? 1

/** The version of the metadata that a version of an event has. */
export const metaVersion = (type: EventType, schema: number): 1 | 2 => (schema === 1 && !LATER.has(type) ? 1 : 2)

type Loose = Record<string, unknown>
type Upcast = { readonly type: EventType; readonly schema: number; readonly data: unknown; readonly meta: unknown }

/** Converts a body that matches its schema to the newest version, with all fields of the metadata. */
export function upcast({ type, schema, data, meta }: Upcast): void {
  if (metaVersion(type, schema) === 2) completeMeta(meta as Loose)
  else if (NEWEST[type] === 2) RESHAPE[type]?.(data as Loose)
}

function completeMeta(meta: Loose): void {
  meta.session ??= null
  meta.correlation ??= (meta.command as Loose).id
  meta.causation ??= null
  meta.reason ??= null
  if (meta.reason !== null) (meta.reason as Loose).text ??= null
}

const RESHAPE: Partial<Record<EventType, (data: Loose) => void>> = {
  BetPlaced(data) {
    const seen = data.seenOdds as readonly string[]
    delete data.seenOdds
    const legs = data.legs as Loose[]
    for (let index = 0; index < legs.length; index++) {
      const leg = legs[index]!
      if (leg.point === null) delete leg.point
      if (seen[index] !== leg.odds) leg.seen = seen[index]
    }
    data.seenCount = seen.length
  },
  BetSettled(data) {
    for (const leg of data.legs as Loose[]) if (leg.voidReason === null) delete leg.voidReason
  },
  ResultRecorded: resultOf1,
  ResultCorrected: resultOf1,
}

/** Version 1 had a single score, by which all bets were settled. */
function resultOf1(data: Loose): void {
  const { home, away } = data
  delete data.home
  delete data.away
  data.score = { home, away }
  data.regulation = data.score
}
