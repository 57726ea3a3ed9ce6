import { Link } from '@tanstack/react-router'
import { messages } from '#ui/lib/messages.ts'

/** Links from lists of games to the results. */
export function ResultsLink() {
  return (
    <Link
      to="/results"
      className="-mr-2 flex items-center rounded-control px-2 py-1 text-muted text-second hover:text-text touch"
    >
      {messages.results.title}
    </Link>
  )
}
