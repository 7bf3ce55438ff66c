type Props = { share: number; isNear?: boolean; className?: string }

/** How much of a limit is used up; amber when it is near. The words beside it say the same. */
export function ShareBar({ share, isNear = false, className = '' }: Props) {
  return (
    <span className={`group h-1 overflow-hidden rounded-full bg-base-300 ${className}`} data-near={isNear || undefined}>
      <i
        className="block h-full rounded-full bg-primary group-data-near:bg-warning"
        style={{ width: `${100 * Math.min(1, share)}%` }}
      />
    </span>
  )
}
