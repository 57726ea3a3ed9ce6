/**
 * What scripts of the corpus did that the product never does, by folder: rules that are younger than they are find it.
 */
const IMPOSSIBLE: Readonly<Record<string, readonly object[]>> = {
  '2026-11-quotes-published': [{ code: 'quote_time', number: 14, actual: '2026-01-10T23:40:00.000Z' }],
}

/** The findings of an audit of the log in this folder; none in nearly all of them. */
export const foundIn = (folder: string): readonly object[] => IMPOSSIBLE[folder] ?? []
