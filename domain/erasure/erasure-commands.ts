// The command that has the personal data of a closed account erased.
import type { PersonalDataErased } from './erasure-events.ts'

export type ErasePersonalData = { readonly type: 'ErasePersonalData' } & PersonalDataErased
