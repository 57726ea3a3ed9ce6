import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Game } from '#services/contract/contract.ts'
import type { LeagueGroup } from '../../model/games/league-groups.ts'
import { usePicks } from '../../model/use-picks.ts'
import { GameRow } from './game-row.tsx'
import { LeagueHeading } from './league-heading.tsx'

type Line =
  | { kind: 'league'; key: string; group: LeagueGroup }
  | { kind: 'game'; key: string; group: LeagueGroup; game: Game }

type VirtualGamesProps = { groups: LeagueGroup[]; fresh: boolean; headings: 'h2' | 'h3' }

/** The long form of the game list: headings and rows are lines of one window-scrolled list, only those near the screen exist. */
export default function VirtualGames({ groups, fresh, headings }: VirtualGamesProps) {
  const { selectedOf, pick } = usePicks()
  const list = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(0)
  const lines = useMemo(() => groups.flatMap(linesOf), [groups])
  // What stands above the list may grow, so its place is measured whenever it is drawn.
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect()
    if (box) setOffset(Math.round(box.top + window.scrollY))
  })
  const virtualizer = useWindowVirtualizer({
    count: lines.length,
    estimateSize: (index) => (lines[index]?.kind === 'league' ? 42 : 66),
    overscan: 6,
    scrollMargin: offset,
    getItemKey: (index) => lines[index]?.key ?? index,
  })
  return (
    <div
      ref={list}
      className="relative overflow-hidden rounded-card border border-border bg-surface"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((item) => {
        const line = lines[item.index]
        if (!line) return null
        return (
          <div
            key={item.key}
            ref={virtualizer.measureElement}
            data-index={item.index}
            className={clsx(
              'absolute inset-x-0 top-0 [contain:layout_style]',
              line.kind === 'league' && '@container/league',
            )}
            style={{ transform: `translateY(${item.start - virtualizer.options.scrollMargin}px)` }}
          >
            {line.kind === 'league' ? (
              <LeagueHeading group={line.group} as={headings} />
            ) : (
              <ul className="border-border border-b">
                <GameRow
                  game={line.game}
                  sides={line.group.sides}
                  selectedKey={selectedOf(line.game.id)}
                  fresh={fresh}
                  onPick={pick}
                />
              </ul>
            )}
          </div>
        )
      })}
    </div>
  )
}

function linesOf(group: LeagueGroup): Line[] {
  return [
    { kind: 'league', key: `league ${group.key}`, group },
    ...group.games.map((game): Line => ({ kind: 'game', key: game.id, group, game })),
  ]
}
