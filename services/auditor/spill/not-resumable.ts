/** Why an audit does not go on from what an earlier one has kept, in words that follow on 'since': all of it is audited. */
export class NotResumable extends Error {
  override readonly name = 'NotResumable'
}
