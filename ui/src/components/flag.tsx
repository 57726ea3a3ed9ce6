import { clsx } from 'clsx'
import { Globe } from 'lucide-react'
import { once } from '#ui/lib/once.ts'

// One small file per flag, loaded when it is shown. The build has only the countries with a league in the catalogue.
const flagFiles = import.meta.glob<string>(
  '../../../node_modules/country-flag-icons/3x2/{AR,AT,AU,BE,BR,CA,CH,CL,CN,DE,DK,ES,EU,FI,FR,GB,GB-ENG,GB-NIR,GB-SCT,GB-WLS,GR,IE,IN,IT,JP,KR,MX,NL,NO,NZ,PK,PL,PT,RU,SA,SE,TR,US,ZA}.svg',
  { eager: true, query: '?url', import: 'default' },
)

const flagUrls = new Map(
  Object.entries(flagFiles).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1, -4), url]),
)
const countryNames = once(() => new Intl.DisplayNames('en', { type: 'region' }))
const specialNames: Record<string, string> = {
  INT: 'International',
  'GB-ENG': 'England',
  'GB-SCT': 'Scotland',
  'GB-WLS': 'Wales',
  'GB-NIR': 'Northern Ireland',
}

/** 'England', 'Spain', 'International'; null without a country. */
export function countryName(country: string | null): string | null {
  if (!country) return null
  const specialName = specialNames[country]
  if (specialName) return specialName
  try {
    return countryNames().of(country) ?? country
  } catch {
    return country
  }
}

/** The flag of a league's country, or a globe. Decorative: the country's name is shown beside it. */
export function Flag({ country, className }: { country: string | null; className?: string }) {
  const url = country ? flagUrls.get(country) : undefined
  const box = 'inline-flex h-3 w-[1.125rem] shrink-0 items-center justify-center'
  if (!url) return <Globe aria-hidden="true" className={clsx(box, 'text-muted', className)} />
  return (
    <img
      src={url}
      alt=""
      width={18}
      height={12}
      loading="lazy"
      className={clsx(box, 'rounded-[2px] object-cover ring-1 ring-border', className)}
    />
  )
}
