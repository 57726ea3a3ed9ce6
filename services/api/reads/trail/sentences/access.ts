// Sentences about sign-ins, failed ones, the end of sessions, and second factors.
import { say, strong, type Tell } from './sentence.ts'
import { timeText } from './times.ts'

const FACTOR = 'two-step sign-in'

export const SecondFactorEnabled: Tell<'SecondFactorEnabled'> = ({ on }) => ({
  what: say`${on} turned on ${strong(FACTOR)}`,
  change: ['off', 'on'],
})
export const SecondFactorDisabled: Tell<'SecondFactorDisabled'> = ({ on }) => ({
  what: say`${on} turned off ${strong(FACTOR)}`,
  change: ['on', 'off'],
})
export const SecondFactorRemoved: Tell<'SecondFactorRemoved'> = ({ who, on }) => ({
  what: say`${who} removed ${strong(FACTOR)} for ${on}`,
  change: ['on', 'off'],
})
export const RecoveryCodesRenewed: Tell<'RecoveryCodesRenewed'> = ({ on }) => ({
  what: say`${on} made new ${strong('recovery codes')}; the old ones no longer work`,
})
/** The system is the actor if a crash kept it from being recorded at once. */
export const SignedIn: Tell<'SignedIn'> = ({ data, row, on }) => ({
  what: say`${on} ${strong('signed in')}${data.secondFactor ? ' with a second factor' : ''}${row.role === 'system' ? ', recorded later' : ''}`,
})
export const SignedOut: Tell<'SignedOut'> = ({ data, row, on }) => {
  if (data.others) return { what: say`${on} ${strong('signed out')} everywhere else` }
  if (row.role === 'system') return { what: say`A session of ${on} ${strong('has ended')}, recorded later` }
  return { what: say`${on} ${strong('signed out')}${row.session === data.session ? '' : ' on another device'}` }
}
export const SessionsEnded: Tell<'SessionsEnded'> = ({ data, who, on }) => ({
  what: say`${who} ${strong('signed out')} ${on} ${data.session === undefined ? 'everywhere' : 'on one device'}`,
})
/**
 * '12 wrong passwords, 1 wrong code for ada in the hour from 21 Nov 2026, 20:00 CET, from 3 networks; 40 more attempts
 * had to wait'
 */
export const SignInsFailed: Tell<'SignInsFailed'> = ({ data, on }) => {
  const { hour, passwords, codes, refused, networks } = data
  const wrong = [...counted(passwords, 'wrong password'), ...counted(codes, 'wrong code')].join(', ')
  const [waited] = counted(refused, 'more attempt')
  const [from = ''] = counted(networks, 'network')
  return {
    what: say`${strong(wrong)} for ${on} in the hour from ${timeText(hour)}, from ${from}${waited === undefined ? '' : `; ${waited} had to wait`}`,
  }
}

/** ['1 wrong code'], ['1,200 wrong codes']; nothing where there was none. */
const counted = (count: number | undefined, what: string): string[] =>
  count === undefined ? [] : [`${count.toLocaleString('en-GB')} ${what}${count === 1 ? '' : 's'}`]
