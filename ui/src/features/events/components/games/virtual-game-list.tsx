import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
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

/** How leagues are shown, in a list of any length. */
export type GroupsView = {
  isFresh: boolean
  headings: 'h2' | 'h3'
  /** The ids of the games that fade, to be gone next. */
  leaving: ReadonlySet<string>
}
type VirtualGameListProps = GroupsView & { groups: LeagueGroup[] }

/** Estimates; what is drawn is measured. */
const ROW_HEIGHT = 46
const NARROW_ROW_HEIGHT = 144
const BAND_HEIGHT = 28
/** From this width on, a row is one line (`--container-wide`). */
const WIDE = 640
/** How many more than are seen are rendered above and below. */
const OVERSCAN = 1
/** How many are rendered before and after the one with the focus: where the next Tab leads is there before it is pressed. */
const AROUND_FOCUS = 6

/** A long game list: headings and rows are items of one window-scrolled list that renders only those near the screen.
 * The elements in its rows are counted: `npm run ui:budget`. */
export default function VirtualGameList({ groups, isFresh, headings, leaving }: VirtualGameListProps) {
  const { selectedKey, pick } = usePicks()
  const list = useRef<HTMLUListElement>(null)
  const [offset, setOffset] = useState(0)
  const [focused, setFocused] = useState<number | null>(null)
  const items = useMemo(() => groups.flatMap(itemsOf), [groups])
  // Measured on every render, because the content above the list may change its height.
  useLayoutEffect(() => {
    const box = list.current?.getBoundingClientRect()
    if (box) setOffset(Math.round(box.top + window.scrollY))
  })
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => {
      if (items[index]?.kind === 'league') return BAND_HEIGHT
      return (list.current?.clientWidth ?? WIDE) < WIDE ? NARROW_ROW_HEIGHT : ROW_HEIGHT
    },
    overscan: OVERSCAN,
    // What has the focus is kept with those around it wherever the page is scrolled to: a Tab that is held moves the focus
    // several times before the page tells that it scrolled.
    rangeExtractor: (range) => {
      const indexes = new Set(defaultRangeExtractor(range))
      if (focused !== null)
        for (let near = -AROUND_FOCUS; near <= AROUND_FOCUS; near += 1)
          if (focused + near in items) indexes.add(focused + near)
      return [...indexes].sort((a, b) => a - b)
    },
    scrollMargin: offset,
    getItemKey: (index) => items[index]?.key ?? index,
  })
  return (
    <ul
      ref={list}
      onFocus={({ target }) => setFocused(indexIn(list.current, target))}
      // At once the row that it goes to: with none between, that row might be taken away before the focus is on it. A
      // window that is left gives the focus back to where it was.
      onBlur={({ relatedTarget }) => setFocused(indexIn(list.current, relatedTarget ?? document.activeElement))}
      className="relative"
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map((virtualItem) => {
        const item = items[virtualItem.index]
        if (!item) return null
        return (
          <li
            key={virtualItem.key}
            ref={virtualizer.measureElement}
            data-index={virtualItem.index}
            className={clsx(
              'absolute inset-x-0 top-0 [contain:layout_style]',
              item.kind === 'league' ? '@container/league' : '@container/row border-border border-b',
            )}
            style={{ transform: `translateY(${virtualItem.start - virtualizer.options.scrollMargin}px)` }}
          >
            {item.kind === 'league' ? (
              <LeagueHeading group={item.group} as={headings} />
            ) : (
              <GameRow
                game={item.game}
                sides={item.group.sides}
                selectedKey={selectedKey(item.game.id)}
                isFresh={isFresh}
                isLeaving={leaving.has(item.game.id)}
                onPick={pick}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The index of the item of this list that an element is in. */
function indexIn(list: Element | null, element: Element | null): number | null {
  const row = element?.closest('[data-index]')
  return row && list?.contains(row) ? Number(row.getAttribute('data-index')) : null
}

function itemsOf(group: LeagueGroup): Item[] {
  return [
    { kind: 'league', key: `league ${group.key}`, group },
    ...group.games.map((game): Item => ({ kind: 'game', key: game.id, group, game })),
  ]
}
