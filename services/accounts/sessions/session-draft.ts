// A session before it is stored.

/** Where a request comes from: personal, so the ledger has only a commitment to it. */
export type Client = { readonly ip: string; readonly userAgent: string }

/** A session that is not stored yet, so that the event which opens its account can already name it. */
export type SessionDraft = {
  readonly token: string
  readonly id: string
  readonly client: Client
  readonly salt: Buffer
  readonly commitment: string
}
