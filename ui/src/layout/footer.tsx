import { Link, type LinkProps } from '@tanstack/react-router'
import { useDisplaySettings } from '#ui/lib/display-settings.ts'
import { messages } from '#ui/lib/messages.ts'
import { timeZoneName } from '#ui/lib/time/format.ts'

const links: { to: NonNullable<LinkProps['to']>; label: string }[] = [
  { to: '/home', label: 'Today at a glance' },
  { to: '/sports', label: messages.sports.title },
  { to: '/live', label: messages.games.liveBetting },
  { to: '/results', label: messages.results.title },
  { to: '/rules', label: messages.rules.title },
  { to: '/terms', label: 'Terms & Conditions' },
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/responsible-gambling', label: 'Responsible Gambling' },
]

/** The foot of every page: the notice of age, the time zone, and links to further pages and legal texts. */
export function Footer() {
  const { zone } = useDisplaySettings()
  return (
    <footer className="mt-12 border-border border-t">
      <div className="frame flex flex-col gap-5 py-7 lg:flex-row lg:items-center lg:justify-between">
        <div className="flex flex-col gap-1">
          <p className="text-body">{messages.pages.footer}</p>
          <p className="text-muted text-second">
            <span className="mr-2 rounded-sm border border-strong px-1.5 py-0.5 font-semibold text-label">18+</span>
            Play responsibly. All times are {timeZoneName(zone)}.
          </p>
        </div>
        <nav aria-label="Footer">
          <ul className="-mx-2 flex flex-wrap">
            {links.map(({ to, label }) => (
              <li key={label}>
                <Link
                  to={to}
                  className="flex items-center rounded-control px-2 py-2 text-muted text-second hover:text-text touch"
                >
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </footer>
  )
}
