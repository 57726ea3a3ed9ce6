// Sentences about second factors, and about sessions that the desk ended.
import { say, strong, type Tell } from './sentence.ts'

const FACTOR = 'second factor'

export const SecondFactorEnabled: Tell<'SecondFactorEnabled'> = ({ on }) => ({
  what: say`${on} set up a ${strong(FACTOR)} for signing in`,
  change: ['off', 'on'],
})
export const SecondFactorDisabled: Tell<'SecondFactorDisabled'> = ({ on }) => ({
  what: say`${on} turned off the ${strong(FACTOR)} for signing in`,
  change: ['on', 'off'],
})
export const SecondFactorRemoved: Tell<'SecondFactorRemoved'> = ({ who, on }) => ({
  what: say`${who} removed the ${strong(FACTOR)} of ${on}`,
  change: ['on', 'off'],
})
export const RecoveryCodesRenewed: Tell<'RecoveryCodesRenewed'> = ({ on }) => ({
  what: say`${on} made new ${strong('recovery codes')}; the old ones no longer work`,
})
export const SessionsEnded: Tell<'SessionsEnded'> = ({ data, who, on }) => ({
  what: say`${who} ${strong('signed out')} ${on} ${data.session === undefined ? 'everywhere' : 'in one place'}`,
})
