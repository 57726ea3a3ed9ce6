// Sentences about decisions that wait for a second admin.
import { euros, say, strong, type Tell, type Told } from './sentence.ts'

type AboutRequest = 'SettlementAsked' | 'SettlementApproved' | 'SettlementDeclined'

const COMMANDS = {
  RecordResult: 'to record the result of',
  CorrectResult: 'to correct the result of',
  AbandonFixture: 'to abandon',
  DecideMarket: 'to decide a market of',
  VoidFixture: 'to void',
  VoidBet: 'to void',
  ResettleBet: 'to settle again',
} as const

/** The game or the bet. */
const about = ({ row, known, on }: Pick<Told<AboutRequest>, 'row' | 'known' | 'on'>): string =>
  row.fixture === null ? `a bet of ${on}` : known.title(row.fixture)

export const SettlementAsked: Tell<'SettlementAsked'> = (told) => ({
  what: say`${told.who} ${strong('asked')} ${COMMANDS[told.data.command]} ${about(told)}: ${strong(
    euros(told.data.movesCents),
  )} would move`,
  change: [null, 'asked'],
})
export const SettlementApproved: Tell<'SettlementApproved'> = (told) => ({
  what: say`${told.who} ${strong('approved')} what ${told.known.name(told.data.askedBy)} asked for on ${about(told)}`,
  change: ['asked', 'approved'],
})
export const SettlementDeclined: Tell<'SettlementDeclined'> = (told) => ({
  what: say`${told.who} ${strong('declined')} what ${told.known.name(told.data.askedBy)} asked for on ${about(told)}`,
  change: ['asked', 'declined'],
})
