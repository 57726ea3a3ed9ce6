// Sentences about money between admins and bettors. Admins have a float and bettors a wallet, and the sentence says
// which one moved.
import { euros, type Sentence, say, strong, type Tell, type Told } from './sentence.ts'

type TransferEvent = 'TransferSent' | 'TransferReceived' | 'TransferReturned'

/** The balance that the money came out of, or went into. */
function balanceOf(
  purse: string,
  { row, known }: Pick<Told<TransferEvent>, 'row' | 'known'>,
): Pick<Sentence, 'change'> {
  const balance = known.balance(row)
  return balance === undefined ? {} : { change: [`${purse} ${euros(balance.before)}`, euros(balance.after)] }
}

export const TransferSent: Tell<'TransferSent'> = (told) => {
  const { data, who, on, known } = told
  const amount = strong(euros(data.amountCents))
  return {
    what:
      data.purpose === 'withdrawal'
        ? say`${who} withdrew ${amount} from the wallet of ${on}`
        : data.purpose === 'create-user'
          ? say`${who} gave ${known.name(data.to)} an initial balance of ${amount} from their own float`
          : say`${who} deposited ${amount} to ${known.name(data.to)} from their own float`,
    ...balanceOf(data.from, told),
  }
}
export const TransferReceived: Tell<'TransferReceived'> = (told) => {
  const { data, on, known } = told
  return {
    what: say`${strong(euros(data.amountCents))} from ${known.name(data.sender)} arrived in the ${data.into} of ${on}${
      data.forwarded ? ', who is no longer an admin, and went on to the treasury' : ''
    }${data.owedPaidCents > 0 ? `, ${euros(data.owedPaidCents)} of it for a debt` : ''}`,
    ...balanceOf(data.into, told),
  }
}
export const TransferReturned: Tell<'TransferReturned'> = (told) => ({
  what: say`${strong(euros(told.data.amountCents))} ${strong('came back')} to ${told.on}: there is no such account to send it to`,
  ...balanceOf(told.data.into, told),
})

export const GoodwillPromised: Tell<'GoodwillPromised'> = ({ data, who, known }) => ({
  what: say`${who} promised ${known.name(data.to)} ${strong(euros(data.amountCents))} of goodwill, which the house pays`,
})
export const GoodwillPaid: Tell<'GoodwillPaid'> = ({ data, on, known }) => ({
  what: say`The house paid ${on} ${strong(euros(data.amountCents))} of goodwill, as ${known.name(data.by)} promised`,
})
