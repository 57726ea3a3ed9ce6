/**
 * An audit cannot go on from the kept state, so everything is audited. The message says why, in words that can follow
 * 'since'.
 */
export class NotResumable extends Error {
  override readonly name = 'NotResumable'
}
