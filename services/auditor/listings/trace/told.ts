// What the events of a trace say about a bet: what was picked at which price, how its games ended, how each leg was
// graded.
import type { Body } from '../../events/body.ts'
import { type Column, euros, type Row } from '../../report/listing/cells.ts'
import { shownScore } from '../shown-score.ts'

export const TOLD: readonly Column[] = [
  { key: 'number', title: 'Number', as: 'number' },
  { key: 'what', title: 'What' },
  { key: 'fixture', title: 'Game' },
  { key: 'market', title: 'Market' },
  { key: 'selection', title: 'Selection' },
  { key: 'point', title: 'Line' },
  { key: 'odds', title: 'Odds' },
  { key: 'says', title: 'In words' },
]

type Told = { readonly what: string; readonly says: string } & Partial<
  Record<'fixture' | 'market' | 'selection' | 'point' | 'odds', string>
>

/** One row for each leg, score or sum; none for events that are not about a bet or a result. */
export const toldBy = (body: Body, number: number): Row[] =>
  told(body).map(({ fixture = null, market = null, selection = null, point = null, odds = null, ...rest }) => ({
    ...{ number, fixture, market, selection, point, odds },
    ...rest,
  }))

function told({ type, data, stream }: Body): Told[] {
  switch (type) {
    case 'BetPlaced':
      return [
        ...data.legs.map(({ fixture, market, selectionName, point, odds, bookmaker, quotedAt }) => ({
          ...{ what: 'picked', fixture, market, selection: selectionName, odds },
          ...(point === undefined ? {} : { point }),
          says: `price of ${bookmaker}, published ${quotedAt}`,
        })),
        {
          what: 'struck',
          odds: data.odds,
          says: `${euros(data.stakeCents)} euros, to return ${euros(data.potentialReturnCents)}`,
        },
      ]
    case 'BetSettled':
      return graded(data)
    case 'BetResettled': {
      const back = { what: 'taken back', says: `what returned ${euros(data.reversedReturnCents)} euros` }
      return data.settlement === null ? [back] : [back, ...graded(data.settlement)]
    }
    case 'BetVoided':
      return [{ what: 'void', says: `${euros(data.stakeCents)} euros go back` }]
    case 'ResultRecorded':
    case 'ResultCorrected': {
      const { score, regulation, source } = data
      const says = score === null ? 'no score' : shownScore(score, regulation)
      return [{ what: 'ended', fixture: stream.slice(stream.indexOf('-') + 1), says: `${says}, says ${WHO[source]}` }]
    }
    default:
      return []
  }
}

const WHO = { feed: 'the provider', admin: 'an admin' } as const

type Settled = Extract<Body, { type: 'BetSettled' }>['data']

const graded = ({ legs, outcome, returnCents }: Pick<Settled, 'legs' | 'outcome' | 'returnCents'>): Told[] => [
  ...legs.map(({ fixture, grade, voidReason }) => ({
    ...{ what: 'graded', fixture },
    says: voidReason === undefined ? grade : `${grade} (${voidReason})`,
  })),
  { what: 'settled', says: `${outcome}: ${euros(returnCents)} euros return` },
]
