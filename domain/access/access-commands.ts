// The commands on how somebody gets in. Secrets and codes are commitments.

export type EnableSecondFactor = {
  readonly type: 'EnableSecondFactor'
  readonly factor: string
  readonly recoveryCodes: string
}

/** `factor`: the one that the code was checked against. */
export type DisableSecondFactor = { readonly type: 'DisableSecondFactor'; readonly factor: string }

export type RenewRecoveryCodes = {
  readonly type: 'RenewRecoveryCodes'
  readonly factor: string
  readonly recoveryCodes: string
}

export type RemoveSecondFactor = { readonly type: 'RemoveSecondFactor' }

/** `session`: a commitment; null ends all. */
export type EndSessions = { readonly type: 'EndSessions'; readonly session: string | null }
