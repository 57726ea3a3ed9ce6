// Sentences about admins' floats, what is drawn from the treasury for them, and admins who are removed.
import { euros, say, strong, type Tell } from './sentence.ts'

export const FloatSet: Tell<'FloatSet'> = ({ row, data, who, on }) => {
  const raisedCents = data.afterCents - data.beforeCents
  const change = [euros(data.beforeCents), euros(data.afterCents)] as const
  if (data.draw !== undefined) {
    return {
      what: say`the ${strong('float')} of ${on} was raised by the ${strong(euros(raisedCents))} drawn for it`,
      change,
    }
  }
  // what a super admin hands out waits for nobody, and counts against no budget
  const isOwnGrant = raisedCents > 0 && row.role === 'super-admin'
  return {
    what: say`${who} set the ${strong('float')} of ${on}${isOwnGrant ? ', a super admin’s own grant' : ''}`,
    change,
  }
}
export const AdminRemoved: Tell<'AdminRemoved'> = ({ data, who, on }) => ({
  what: say`${who} ${strong('removed the admin')} ${on}; the float is the treasury’s again`,
  change: [euros(data.floatCents), euros(0)],
})
export const TreasuryDrawn: Tell<'TreasuryDrawn'> = ({ data, who, known }) => ({
  what: say`${who} ${strong('drew')} ${strong(euros(data.amountCents))} from the treasury for ${known.name(data.account)}, within the day’s ${euros(data.budgetCents)}`,
})
export const TreasuryDrawRequested: Tell<'TreasuryDrawRequested'> = ({ data, who, known }) => ({
  what: say`${who} ${strong('asked')} for ${strong(euros(data.amountCents))} from the treasury for ${known.name(data.account)}: ${euros(data.usedCents)} of the day’s ${euros(data.budgetCents)} were drawn`,
  change: [null, 'waits for a super admin'],
})
export const TreasuryDrawApproved: Tell<'TreasuryDrawApproved'> = ({ data, who, known }) => ({
  what: say`${who} ${strong('approved')} ${strong(euros(data.amountCents))} for ${known.name(data.account)}, asked for by ${known.name(data.requestedBy)}`,
  change: ['waits for a super admin', 'approved'],
})
export const TreasuryDrawDeclined: Tell<'TreasuryDrawDeclined'> = ({ data, who, known }) => ({
  what: say`${who} ${strong('declined')} ${strong(euros(data.amountCents))} for ${known.name(data.account)}, asked for by ${known.name(data.requestedBy)}`,
  change: ['waits for a super admin', 'declined'],
})
