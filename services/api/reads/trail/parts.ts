// What the desk calls the parts of the product that act by themselves. Only one is called otherwise than in the ledger.
const NAMES = new Map([['settler', 'settlement']])
const IDS = new Map([...NAMES].map(([id, name]) => [name, id]))

/** Of an actor of the ledger: 'settlement' of 'settler'. */
export const partName = (id: string): string => NAMES.get(id) ?? id
/** Of what somebody typed. */
export const partNamed = (name: string): string => IDS.get(name) ?? name
