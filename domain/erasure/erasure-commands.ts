// The command that erases the personal data of a closed account.
import type { PersonalDataErased } from './erasure-events.ts'

export type ErasePersonalData = { readonly type: 'ErasePersonalData' } & PersonalDataErased
