// The HTTP contract: every body and reply, as specified. The server validates with it and generates OpenAPI from it;
// the browser imports its types alone.
export * from './contract/auth.ts'
export * from './contract/back-office.ts'
export * from './contract/bets.ts'
export * from './contract/errors.ts'
export * from './contract/push.ts'
export * from './contract/sports.ts'
export * from './contract/values.ts'
