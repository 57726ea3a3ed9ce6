// The commands about how an account signs in: its second factor and its sessions. Secrets and codes appear as
// commitments.

export type EnableSecondFactor = {
  readonly type: 'EnableSecondFactor'
  readonly factor: string
  readonly recoveryCodes: string
}

/** `factor`: commitment to the factor that the code was checked against. */
export type DisableSecondFactor = { readonly type: 'DisableSecondFactor'; readonly factor: string }

export type RenewRecoveryCodes = {
  readonly type: 'RenewRecoveryCodes'
  readonly factor: string
  readonly recoveryCodes: string
}

export type RemoveSecondFactor = { readonly type: 'RemoveSecondFactor' }

/** `session`: commitment to the session that ends; null ends all sessions of the account. */
export type EndSessions = { readonly type: 'EndSessions'; readonly session: string | null }
