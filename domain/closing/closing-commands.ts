// The commands that lead to the end of a bettor's account.

export type RequestClosing = { readonly type: 'RequestClosing' }
export type CancelClosing = { readonly type: 'CancelClosing' }
export type CloseAccount = { readonly type: 'CloseAccount' }
