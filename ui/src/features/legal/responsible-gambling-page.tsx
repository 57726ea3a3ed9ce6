import { LegalDocument } from './components/legal-document.tsx'

export function ResponsibleGamblingPage() {
  return (
    <LegalDocument
      title="Responsible Gambling"
      summary="Betting is for adults, and only with what you can spare. 18+."
      sections={[
        {
          heading: 'Stay in control',
          text: (
            <ul className="list-disc space-y-1.5 pl-5">
              <li>Decide before you begin how much you will stake, and stop there.</li>
              <li>Do not try to win back what you lost.</li>
              <li>Do not bet when you are tired, upset or have been drinking.</li>
              <li>Your profile shows what you staked and what you got back: check it now and then.</li>
            </ul>
          ),
        },
        {
          heading: 'Signs to take seriously',
          text: (
            <p>
              Betting more than you meant to, hiding it from others, borrowing for it, or thinking of little else. If
              you see yourself in this, take a break and talk to someone.
            </p>
          ),
        },
        {
          heading: 'Take a break',
          text: (
            <p>
              Ask support to block your account. Open bets are still settled, your balance stays yours and can be paid
              out, and nobody can sign in or bet until you ask to unblock it.
            </p>
          ),
        },
        {
          heading: 'Minors',
          text: (
            <p>
              Nobody under 18 may bet. Keep your password to yourself, and sign out on shared computers. Parental
              filters are available for every browser.
            </p>
          ),
        },
      ]}
    />
  )
}
