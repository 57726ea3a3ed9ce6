/** How much of the worst exposure this is, in grey: a figure of what can happen, not of what did. */
export const ExposureBar = ({ exposure, worst }: { exposure: number; worst: number }) => (
  <span aria-hidden="true" className="block h-1.5 w-full min-w-16 overflow-hidden rounded-full bg-inset">
    <span
      className="block h-full rounded-full bg-faint"
      style={{ width: `${worst === 0 ? 0 : Math.max(1, (exposure / worst) * 100)}%` }}
    />
  </span>
)
