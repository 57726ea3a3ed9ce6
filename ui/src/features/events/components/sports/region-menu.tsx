import { ChevronDown } from 'lucide-react'
import { chipStyle } from '#ui/components/filter-chips.tsx'
import { Menu, MenuRadioGroup, MenuRadioItem, menuItemStyle } from '#ui/components/ui/menu.tsx'

type RegionMenuProps = { regions: string[]; region: string | null; onRegion: (region: string) => void }

/** The countries that have no button of their own; typing a letter finds one. */
export default function RegionMenu({ regions, region, onRegion }: RegionMenuProps) {
  const chosen = region !== null && regions.includes(region) ? region : null
  return (
    <Menu
      align="start"
      trigger={
        <button type="button" className={chipStyle(chosen !== null)}>
          {chosen ?? 'More...'}
          <ChevronDown aria-hidden="true" className="size-4" />
        </button>
      }
    >
      <MenuRadioGroup value={chosen} onValueChange={(next: string) => onRegion(next)}>
        {regions.map((name) => (
          <MenuRadioItem key={name} value={name} closeOnClick className={menuItemStyle}>
            {name}
          </MenuRadioItem>
        ))}
      </MenuRadioGroup>
    </Menu>
  )
}
