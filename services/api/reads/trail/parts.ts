// Names of the parts of the product that act by themselves, as the back office shows them. Only one differs from its id
// in the ledger.
const NAMES = new Map([['settler', 'settlement']])
const IDS = new Map([...NAMES].map(([id, name]) => [name, id]))

/** From an actor's id in the ledger: 'settlement' for 'settler'. */
export const partName = (id: string): string => NAMES.get(id) ?? id
/** From what somebody typed. */
export const partNamed = (name: string): string => IDS.get(name) ?? name
