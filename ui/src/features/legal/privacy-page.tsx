import { LegalDocument } from './components/legal-document.tsx'

export function PrivacyPage() {
  return (
    <LegalDocument
      title="Privacy Policy"
      summary="What Fairbook knows about you, where it is kept, and what is never recorded."
      sections={[
        {
          heading: 'What is kept',
          text: (
            <p>
              Your user name, a salted hash of your password, the email address if you give one, and your sessions with
              address and browser. For half a year, where you signed in from, as a code that only recognises it again.
              Your bets, stakes and balance are in the ledger under a random account number, without your name.
            </p>
          ),
        },
        {
          heading: 'What the ledger holds of you',
          text: (
            <p>
              No name, address or text that identifies you. Where a personal value has to be provable, the ledger holds
              only a commitment to it: a hash with a random salt that is kept apart and can be erased.
            </p>
          ),
        },
        {
          heading: 'In your browser',
          text: (
            <p>
              Your session, your bet slip, the chosen theme and a short list of upcoming games are stored in your
              browser. Signing out removes the session. There are no cookies, no trackers and no requests to third
              parties.
            </p>
          ),
        },
        {
          heading: 'Who sees it',
          text: (
            <p>
              You see your own data. Admins see users, bets and the audit trail. Passwords and tokens are shown to
              nobody and appear in no record. Personal data of persons under 18 is not knowingly kept.
            </p>
          ),
        },
      ]}
    />
  )
}
