import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { clsx } from 'clsx'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Game } from '#services/contract/contract.ts'
import type { LeagueGroup } from '../../model/games/league-groups.ts'
import { usePicks } from '../../model/use-picks.ts'
import { GameRow } from './game-row.tsx'
import { LeagueHeading } from './league-heading.tsx'

type Item =
  | { kind: 'league'; key: string; group: LeagueGroup }
  | { kind: 'game'; key: string; group: LeagueGroup; game: Game }

type VirtualGameListProps = { groups: LeagueGroup[]; isFresh: boolean; headings: 'h2' | 'h3' }

/** A long game list: headings and rows are items of one window-scrolled list that renders only those near the screen. */
export default function VirtualGameList({ groups, isFresh, headings }: VirtualGameListProps) {
  const { selectedKey, pick } = usePicks()
  const list = useRef<HTMLDivElement>(null)
  const [offset, setOffset] = useState(0)
  const items = useMemo(() => groups.flatMap(itemsOf), [groups])
  // Measured on every render, because the content above the list may change its height.
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect()
    if (box) setOffset(Math.round(box.top + window.scrollY))
  })
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => (items[index]?.kind === 'league' ? 42 : 66),
    overscan: 6,
    scrollMargin: offset,
    getItemKey: (index) => items[index]?.key ?? index,
  })
  return (
    <div
      ref={list}
      className="relative overflow-hidden rounded-card border border-border bg-surface"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((virtualItem) => {
        const item = items[virtualItem.index]
        if (!item) return null
        return (
          <div
            key={virtualItem.key}
            ref={virtualizer.measureElement}
            data-index={virtualItem.index}
            className={clsx(
              'absolute inset-x-0 top-0 [contain:layout_style]',
              item.kind === 'league' && '@container/league',
            )}
            style={{ transform: `translateY(${virtualItem.start - virtualizer.options.scrollMargin}px)` }}
          >
            {item.kind === 'league' ? (
              <LeagueHeading group={item.group} as={headings} />
            ) : (
              <ul className="border-border border-b">
                <GameRow
                  game={item.game}
                  sides={item.group.sides}
                  selectedKey={selectedKey(item.game.id)}
                  isFresh={isFresh}
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

function itemsOf(group: LeagueGroup): Item[] {
  return [
    { kind: 'league', key: `league ${group.key}`, group },
    ...group.games.map((game): Item => ({ kind: 'game', key: game.id, group, game })),
  ]
}
