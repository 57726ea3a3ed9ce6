// Sentences about decisions that wait for a second admin.
import { marketName } from '#domain/settlement/market-names.ts'
import type { DetailOf } from '../event-detail.ts'
import { scoreText, selectionsText } from './games.ts'
import { euros, say, strong, type Tell, type Told } from './sentence.ts'

type AboutRequest = 'SettlementAsked' | 'SettlementApproved' | 'SettlementDeclined'

const WAITS = 'waits for a second admin'

/** The name of the game or bet that the request is about. */
const about = ({ row, known, on }: Pick<Told<AboutRequest>, 'row' | 'known' | 'on'>): string =>
  row.fixture === null ? `a bet of ${on}` : known.title(row.fixture)

/** 'to record the result 2 - 1 of Lazio vs Udinese' */
function asked({ command, market, score, regulation, selections }: DetailOf<'SettlementAsked'>, of: string): string {
  const result = scoreText(score ?? null, regulation)
  switch (command) {
    case 'RecordResult':
      return `to record the result ${result} of ${of}`
    case 'CorrectResult':
      return `to correct the result of ${of} to ${result}`
    case 'AbandonFixture':
      return `to abandon ${of}`
    case 'DecideMarket':
      return `to decide ${marketName(market ?? '')} of ${of} (${selectionsText(selections ?? [])})`
    case 'VoidFixture':
      return `to void ${market === undefined ? 'every market' : marketName(market)} of ${of}`
    case 'VoidBet':
      return `to void ${of}`
    case 'ResettleBet':
      return `to settle ${of} again`
  }
}

export const SettlementAsked: Tell<'SettlementAsked'> = (told) => ({
  what: say`${told.who} ${strong('asked')} ${asked(told.data, about(told))}, which would move ${strong(euros(told.data.movesCents))}${
    told.data.leftCents === undefined
      ? ''
      : `, with ${euros(told.data.leftCents)} left of what may be decided alone in a day`
  }`,
  change: [null, WAITS],
})
export const SettlementApproved: Tell<'SettlementApproved'> = (told) => ({
  what: say`${told.who} ${strong('approved')} what ${told.known.name(told.data.askedBy)} asked for on ${about(told)}`,
  change: [WAITS, 'approved'],
})
export const SettlementDeclined: Tell<'SettlementDeclined'> = (told) => ({
  what: say`${told.who} ${strong('declined')} what ${told.known.name(told.data.askedBy)} asked for on ${about(told)}`,
  change: [WAITS, 'declined'],
})
export const AuthorityUsed: Tell<'AuthorityUsed'> = ({ row, data, who, on }) => ({
  what: say`${who} decided alone by hand, moving ${strong(euros(data.movesCents))} of at most ${euros(data.perDayCents)} a day${
    row.actor === row.account ? '' : `, counted together with ${on}`
  }`,
})
