// The commands that close a bettor's account.

export type RequestClosing = { readonly type: 'RequestClosing' }
export type CancelClosing = { readonly type: 'CancelClosing' }
export type CloseAccount = { readonly type: 'CloseAccount' }
