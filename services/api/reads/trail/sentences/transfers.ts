// Sentences about money between admins and bettors.
import { euros, say, strong, type Tell } from './sentence.ts'

export const TransferSent: Tell<'TransferSent'> = ({ data, who, on, known }) => {
  const amount = strong(euros(data.amountCents))
  return {
    what:
      data.purpose === 'withdrawal'
        ? say`${who} paid ${amount} out to ${on}`
        : data.purpose === 'create-user'
          ? say`${who} gave ${amount} to ${known.name(data.to)} to begin with`
          : say`${who} deposited ${amount} to ${known.name(data.to)}`,
  }
}
export const TransferReceived: Tell<'TransferReceived'> = ({ data, on, known }) => ({
  what: say`${strong(euros(data.amountCents))} from ${known.name(data.sender)} arrived with ${on}${
    data.forwarded ? ' and went on to the treasury' : ''
  }${data.owedPaidCents > 0 ? `, ${euros(data.owedPaidCents)} of it against a debt` : ''}`,
})
export const TransferReturned: Tell<'TransferReturned'> = ({ data, on }) => ({
  what: say`${strong(euros(data.amountCents))} ${strong('came back')} to ${on}`,
})

export const GoodwillPromised: Tell<'GoodwillPromised'> = ({ data, who, known }) => ({
  what: say`${who} promised ${known.name(data.to)} ${strong(euros(data.amountCents))} of goodwill`,
})
export const GoodwillPaid: Tell<'GoodwillPaid'> = ({ data, on, known }) => ({
  what: say`the house paid ${on} ${strong(euros(data.amountCents))} of goodwill, promised by ${known.name(data.by)}`,
})
