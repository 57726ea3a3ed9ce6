import type { ListedUser } from '#services/contract/contract.ts'
import { customers } from '#ui/lib/messages/desk/customers.ts'
import { Feedback, useFeedback } from '../desk/feedback.tsx'
import { AccessAction } from '../sessions/access-action.tsx'

/** For super admins: closes an account in which nothing is left, then erases its personal data. */
export function EndAccount({ user }: { user: ListedUser }) {
  const feedback = useFeedback()
  const { id: userId, username, closed, erased } = user
  const isEmpty = user.balance === '0.00' && user.openBets === 0
  return (
    // No box of its own: an empty one would leave a gap at the end of its line.
    <div className="contents">
      <Feedback text={feedback.text} />
      {isEmpty && !closed && (
        <AccessAction
          body={{ action: 'closeAccount', userId }}
          size="md"
          label={customers.closeAccount}
          busyLabel={customers.closingAccount}
          title={customers.closeTitle(username)}
          description={customers.closeConsequence(username)}
          done={customers.accountClosed(username)}
          failed={customers.closeFailed}
          feedback={feedback}
        />
      )}
      {isEmpty && closed && !erased && (
        <AccessAction
          body={{ action: 'erasePersonalData', userId }}
          size="md"
          label={customers.erase}
          busyLabel={customers.erasing}
          title={customers.eraseTitle(username)}
          description={customers.eraseConsequence(username)}
          done={customers.personErased}
          failed={customers.eraseFailed}
          feedback={feedback}
        />
      )}
    </div>
  )
}
