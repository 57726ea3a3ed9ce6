import { Link } from '@tanstack/react-router'

/** Links to a bettor's page. */
export const BettorLink = ({ id, name }: { id: string; name: string }) => (
  <Link to="/admin/users" search={{ user: id }} className="rounded-sm font-medium hover:underline touch-around">
    {name}
  </Link>
)
