// The HTTP contract: every body and reply, as specified. The server validates with it and generates OpenAPI from it;
// the browser imports only its types.
export * from './auth.ts'
export * from './back-office.ts'
export * from './bets.ts'
export * from './errors.ts'
export * from './fixture-pairs.ts'
export * from './offer.ts'
export * from './place-bet.ts'
export * from './push.ts'
export * from './queues.ts'
export * from './sports.ts'
export * from './values.ts'
