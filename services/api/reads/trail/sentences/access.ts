// Sentences about second factors, and about sessions that the desk ended.
import { say, strong, type Tell } from './sentence.ts'

const FACTOR = 'second factor'

export const SecondFactorEnabled: Tell<'SecondFactorEnabled'> = ({ on }) => ({
  what: say`${on} set up a ${strong(FACTOR)}`,
  change: ['off', 'on'],
})
export const SecondFactorDisabled: Tell<'SecondFactorDisabled'> = ({ on }) => ({
  what: say`${on} turned the ${strong(FACTOR)} off`,
  change: ['on', 'off'],
})
export const SecondFactorRemoved: Tell<'SecondFactorRemoved'> = ({ who, on }) => ({
  what: say`${who} took the ${strong(FACTOR)} of ${on} away`,
  change: ['on', 'off'],
})
export const RecoveryCodesRenewed: Tell<'RecoveryCodesRenewed'> = ({ on }) => ({
  what: say`${on} renewed the ${strong('recovery codes')}`,
})
export const SessionsEnded: Tell<'SessionsEnded'> = ({ data, who, on }) => ({
  what: say`${who} ended ${strong(data.session === undefined ? 'all sessions' : 'a session')} of ${on}`,
})
