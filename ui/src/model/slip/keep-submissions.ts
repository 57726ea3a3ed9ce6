// Stores submissions until they are answered. Each change is applied to what is stored at that moment, because other
// tabs store theirs there too.
import {
  type BetSubmission,
  readStored,
  readSubmissions,
  SUBMISSIONS_STORAGE_KEY,
  type SubmissionsByAccount,
  unstored,
} from './pending-submissions.ts'

/**
 * Stores submissions before they are sent. False if the account has any without an answer, from whichever tab: then
 * these must not be sent.
 */
export function beginSubmissions(accountId: string, submissions: BetSubmission[]): boolean {
  if (readSubmissions(accountId).length > 0) return false
  if (!store({ ...readStored(), [accountId]: submissions })) unstored[accountId] = submissions
  return true
}

/** Removes submissions that were answered or given up; any others of the account stay. */
export function removeSubmissions(accountId: string, keys: string[]): void {
  const rest = (submissions: BetSubmission[] = []) => submissions.filter(({ key }) => !keys.includes(key))
  const { [accountId]: own, ...others } = readStored()
  const left = rest(own)
  store(left.length === 0 ? others : { ...others, [accountId]: left })
  unstored[accountId] = rest(unstored[accountId])
}

/** False if storage is full or blocked. */
function store(all: SubmissionsByAccount): boolean {
  try {
    if (Object.keys(all).length === 0) localStorage.removeItem(SUBMISSIONS_STORAGE_KEY)
    else localStorage.setItem(SUBMISSIONS_STORAGE_KEY, JSON.stringify(all))
    return true
  } catch {
    return false
  }
}
