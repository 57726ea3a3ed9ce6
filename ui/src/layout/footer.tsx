import { Link, type LinkProps } from '@tanstack/react-router'
import { messages } from '#ui/lib/messages.ts'

const links: { to: NonNullable<LinkProps['to']>; label: string }[] = [
  { to: '/home', label: 'Today at a glance' },
  { to: '/sports', label: messages.sports.title },
  { to: '/live', label: messages.games.liveBetting },
  { to: '/terms', label: 'Terms & Conditions' },
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/responsible-gambling', label: 'Responsible Gambling' },
]

export function Footer() {
  return (
    <footer className="mt-12 border-border border-t">
      <div className="mx-auto flex max-w-[90rem] flex-col gap-5 px-4 py-7 md:px-6 lg:flex-row lg:items-center lg:justify-between xl:px-12">
        <div className="flex flex-col gap-1">
          <p className="text-body">{messages.pages.footer}</p>
          <p className="text-muted text-second">
            <span className="mr-2 rounded-sm border border-strong px-1.5 py-0.5 font-semibold text-label">18+</span>
            Play responsibly. All times are Europe/Paris.
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
