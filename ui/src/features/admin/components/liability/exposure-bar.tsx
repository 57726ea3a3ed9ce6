/** The exposure relative to the worst one; grey, because it is what may happen, not what did. */
export const ExposureBar = ({ exposure, worst }: { exposure: number; worst: number }) => (
  <span aria-hidden="true" className="block h-1.5 w-full min-w-16 overflow-hidden rounded-full bg-strong">
    <span
      className="block h-full rounded-full bg-faint"
      style={{ width: `${worst === 0 ? 0 : Math.max(1, (exposure / worst) * 100)}%` }}
    />
  </span>
)
