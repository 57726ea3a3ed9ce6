import { Link } from '@tanstack/react-router'
import { LegalDocument } from './components/legal-document.tsx'

export function TermsPage() {
  return (
    <LegalDocument
      title="Terms & Conditions"
      summary="What you may expect of Fairbook, and what Fairbook expects of you."
      sections={[
        {
          heading: 'Who may take part',
          text: (
            <p>
              You must be at least 18 years old, which you confirm when you create an account; accounts of younger
              people are closed. Each person may have one account, and only you may use yours.
            </p>
          ),
        },
        {
          heading: 'Your balance',
          text: (
            <p>
              Balances are play money in euros. Support makes deposits and withdrawals; stakes and winnings move between
              you and the house, and every movement is recorded in a ledger that is never rewritten.
            </p>
          ),
        },
        {
          heading: 'Bets',
          text: (
            <>
              <p>
                The smallest stake is €0.10. A bet is struck at the price that the server holds when it accepts the bet.
                If that price differs from the one you saw by more than you allowed, nothing is placed and you are asked
                again.
              </p>
              <p>
                A parlay joins 2 to 20 selections of different events. A selection that is void drops out, and the odds
                of the others stay the same.
              </p>
              <p>
                A bet on a game in play waits some seconds before it is accepted, and is struck at a price that was read
                after it was sent. What a bet may pay back at most is limited: a bet above that is refused, and no
                return is ever cut afterwards.
              </p>
              <p>A bet accepted after its game was decided is void, and its stake is returned.</p>
            </>
          ),
        },
        {
          heading: 'Results',
          text: (
            <p>
              How each market settles is in the{' '}
              <Link to="/rules" className="underline underline-offset-2 hover:text-accent">
                house rules
              </Link>
              . A result counts once two consecutive readings agree. When a result is corrected afterwards, bets on it
              may be settled again. Games that are abandoned, or not completed in time, are void.
            </p>
          ),
        },
        {
          heading: 'Blocked accounts',
          text: (
            <p>
              An account may be blocked if these terms are broken. Open bets are still settled, and the balance can be
              paid out through support.
            </p>
          ),
        },
      ]}
    />
  )
}
