import { Link } from '@tanstack/react-router'
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
          heading: 'Limits that hold',
          text: (
            <p>
              You can <LimitsLink>set limits</LimitsLink> on what you stake and lose in a day, week or month. The ledger
              refuses every bet above them. A lower limit applies at once, a higher one only after 24 hours. A reality
              check reminds you of the time and of what you staked.
            </p>
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
              <LimitsLink>Take a time-out</LimitsLink> of a day up to 30 days, or exclude yourself for half a year or
              longer, even for good. No bet is accepted until the break ends, and nobody can shorten it. Open bets are
              still settled, and your balance stays yours and can be paid out.
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

function LimitsLink({ children }: { children: string }) {
  return (
    <Link to="/profile" search={{ tab: 'limits' }} className="underline underline-offset-2 hover:text-accent">
      {children}
    </Link>
  )
}
