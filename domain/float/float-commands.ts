// Commands on one's own float.

/** Given by its admin. `day`: a business day, as '2026-11-23'. `closingCents`: what the admin was shown. */
export type CloseFloatDay = { readonly type: 'CloseFloatDay'; readonly day: string; readonly closingCents: number }
