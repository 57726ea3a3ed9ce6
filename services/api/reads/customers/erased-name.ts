// What stands for the name of somebody whose personal data was erased: the same everywhere, and told apart by the id.

/** 'erased person 1a2b3c4d'. */
export const erasedName = (account: string): string => `erased person ${account.slice(0, 8)}`
