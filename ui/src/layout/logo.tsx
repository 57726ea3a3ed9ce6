import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'

type LogoProps = {
  /** Whether a line of text stands below the wordmark where the header is narrow. */
  hasNote?: boolean
}

const place = 'flex min-h-11 shrink-0 items-center gap-2.5 rounded-control pr-1 max-[12.5rem]:hidden'

/** The mark and the wordmark, linked to the main page. */
export function Logo({ hasNote = false }: LogoProps) {
  return (
    <Link to="/" aria-label="Fairbook, home" className={place}>
      <MarkAndName hasNote={hasNote} />
    </Link>
  )
}

/** The logo without a link. */
export function PlainLogo(props: LogoProps) {
  return (
    <span className={place}>
      <MarkAndName {...props} />
    </span>
  )
}

function MarkAndName({ hasNote = false }: LogoProps) {
  return (
    <>
      <svg viewBox="0 0 32 32" className="size-7" aria-hidden="true">
        <rect width="32" height="32" rx="9" className="fill-accent" />
        <path d="M9 10h14M9 15.5h8" fill="none" className="stroke-on-accent" strokeWidth="3" strokeLinecap="round" />
        <path
          d="m12.5 21 3.5 3 7-7.5"
          fill="none"
          className="stroke-on-accent"
          strokeWidth="3"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span
        className={clsx(
          'max-[22.5rem]:hidden min-w-21 font-[650] text-[1.125rem] tracking-[-0.015em]',
          hasNote && 'max-[87.5rem]:-translate-y-2',
        )}
      >
        Fairbook
      </span>
    </>
  )
}
