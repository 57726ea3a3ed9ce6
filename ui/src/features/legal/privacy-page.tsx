import { LegalDocument } from './components/legal-document.tsx'

export function PrivacyPage() {
  return (
    <LegalDocument
      title="Privacy Policy"
      summary="What Fairbook knows about you, where it is stored, and what is never recorded."
      sections={[
        {
          heading: 'What we store',
          text: (
            <p>
              Your username, a salted hash of your password, your email address if you provide one, and your sessions
              with IP address and browser. For half a year, the addresses you signed in from, as codes that can only be
              recognised again. Your bets, stakes and balance are in the ledger under a random account number, without
              your name.
            </p>
          ),
        },
        {
          heading: 'What the ledger contains',
          text: (
            <p>
              No name, address or text that identifies you. Where a personal value has to be provable, the ledger
              contains only a commitment to it: a hash with a random salt that is stored separately and can be erased.
            </p>
          ),
        },
        {
          heading: 'In your browser',
          text: (
            <p>
              Your session, your bet slip with bets whose answer is still awaited, your favourites, how you want odds,
              times and colours shown, when you last looked at your bets, for the reality check how long you have played
              and what you had staked and lost before, and a list of upcoming games are stored in your browser. Signing
              out removes the session, what is in the slip and what the reality check knows. There are no cookies, no
              trackers and no requests to third parties.
            </p>
          ),
        },
        {
          heading: 'Who sees it',
          text: (
            <p>
              You see your own data. Admins see users, bets and the audit trail. Passwords and tokens are shown to
              nobody and appear in no record. We do not knowingly store personal data of anyone under 18.
            </p>
          ),
        },
      ]}
    />
  )
}
