// Commands on the own float.

/** By its admin. `closingCents`: what was shown; `day`: a day of the business time zone, as '2026-11-23'. */
export type CloseFloatDay = { readonly type: 'CloseFloatDay'; readonly day: string; readonly closingCents: number }
