// Sentences about admins' floats, draws on the treasury, and the removal of admins.
import type { DetailOf } from '../event-detail.ts'
import { euros, say, strong, type Tell } from './sentence.ts'

export const FloatSet: Tell<'FloatSet'> = ({ row, data, who, on }) => {
  const raisedCents = data.afterCents - data.beforeCents
  const change = [euros(data.beforeCents), euros(data.afterCents)] as const
  if (data.draw !== undefined) {
    return {
      what: say`The ${strong('float')} of ${on} was raised by the ${strong(euros(raisedCents))} drawn from the treasury`,
      change,
    }
  }
  // a transfer that was returned because its receiver had been removed
  if (row.role === 'system' && raisedCents < 0) {
    return {
      what: say`${on} is no longer an admin: ${strong(euros(-raisedCents))} of the ${strong('float')} went back to the treasury`,
      change,
    }
  }
  // what a super admin hands out needs no approval and does not count against the budget
  const isOwnGrant = raisedCents > 0 && row.role === 'super-admin'
  return {
    what: say`${who} set the ${strong('float')} of ${on}${isOwnGrant ? ', a super admin’s own grant from the treasury' : ''}`,
    change,
  }
}
/** Auditors have no float. */
export const AdminRemoved: Tell<'AdminRemoved'> = ({ data, row, who, on, known }) => {
  const opened = known.earlier(row.stream, 0)?.data as DetailOf<'AccountOpened'> | undefined
  if (opened?.role === 'auditor') {
    return { what: say`${who} ${strong('removed the auditor')} ${on}`, change: ['active', 'removed'] }
  }
  return {
    what: say`${who} ${strong('removed the admin')} ${on}; the float went back to the treasury`,
    change: [euros(data.floatCents), euros(0)],
  }
}
export const FloatDayClosed: Tell<'FloatDayClosed'> = ({ data, who }) => ({
  what: say`${who} ${strong('closed the day')} ${data.day} of their own float`,
  change: [euros(data.openingCents), euros(data.closingCents)],
})
export const TreasuryDrawn: Tell<'TreasuryDrawn'> = ({ data, who, known }) => ({
  what: say`${who} ${strong('drew')} ${strong(euros(data.amountCents))} from the treasury for the float of ${known.name(data.account)}, within the day’s budget of ${euros(data.budgetCents)}`,
})
export const TreasuryDrawRequested: Tell<'TreasuryDrawRequested'> = ({ data, who, known }) => ({
  what: say`${who} ${strong('asked')} for ${strong(euros(data.amountCents))} from the treasury for the float of ${known.name(data.account)}: ${euros(data.usedCents)} of the day’s ${euros(data.budgetCents)} were drawn already`,
  change: [null, 'waits for a super admin'],
})
export const TreasuryDrawApproved: Tell<'TreasuryDrawApproved'> = ({ data, who, known }) => ({
  what: say`${who} ${strong('approved')} ${strong(euros(data.amountCents))} from the treasury for the float of ${known.name(data.account)}, asked for by ${known.name(data.requestedBy)}`,
  change: ['waits for a super admin', 'approved'],
})
export const TreasuryDrawDeclined: Tell<'TreasuryDrawDeclined'> = ({ data, who, known }) => ({
  what: say`${who} ${strong('declined')} ${strong(euros(data.amountCents))} from the treasury for the float of ${known.name(data.account)}, asked for by ${known.name(data.requestedBy)}`,
  change: ['waits for a super admin', 'declined'],
})
