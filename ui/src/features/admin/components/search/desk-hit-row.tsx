import type { DeskHit } from '../../model/desk-hits.ts'

/** One hit; on the right, what identifies it. */
export const DeskHitRow = ({ hit: { title, detail, aside } }: { hit: DeskHit }) => (
  <>
    <span className="min-w-0 grow truncate max-[20rem]:basis-full max-[20rem]:whitespace-normal">
      <span className="font-medium">{title}</span> <span className="text-muted text-second">{detail}</span>
    </span>
    <span className="shrink-0 text-muted text-second">{aside}</span>
  </>
)
