import { Link, useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { marketName } from '#domain/settlement/market-names.ts'
import { MARKET_KINDS } from '#domain/settlement/markets.ts'
import { PageTitle } from '#ui/layout/page-title.tsx'
import { messages } from '#ui/lib/messages.ts'
import { OtherRules, ResultRules, ReturnRules, VoidRules } from './components/general-rules.tsx'
import { MarketRule } from './components/market-rule.tsx'
import { sectionOf } from './model/market-rules.ts'

/** How every market settles. The hash scrolls to one of them: /rules#totals. */
export function RulesPage() {
  // Only once the navigation is done, or the page's title would take the focus afterwards.
  const hash = useRouterState({ select: ({ resolvedLocation, location }) => (resolvedLocation ?? location).hash })
  useEffect(() => {
    if (hash === '') return
    const section = document.getElementById(hash)?.closest('section') ?? document.getElementById(sectionOf(hash))
    section?.scrollIntoView()
    section?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  }, [hash])
  return (
    <article className="max-w-[46rem]">
      <PageTitle>{messages.rules.title}</PageTitle>
      <p className="mt-2 text-body text-muted">{messages.rules.summary}</p>
      <nav aria-label="Markets" className="mt-4">
        <ul className="flex flex-wrap gap-2">
          {MARKET_KINDS.map((kind) => (
            <li key={kind}>
              <Link
                to="/rules"
                hash={kind}
                className="flex h-8 items-center rounded-full border border-border px-3 text-muted text-second hover:border-strong hover:text-text touch"
              >
                {marketName(kind)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {MARKET_KINDS.map((kind) => (
        <MarketRule key={kind} kind={kind} />
      ))}
      <OtherRules />
      <ResultRules />
      <VoidRules />
      <ReturnRules />
    </article>
  )
}
