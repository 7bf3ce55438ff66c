import { Loading } from '../../../shared/kit/Loading'
import { Skeleton } from '../../../shared/kit/Skeleton'

const shapes = [
  ['52%', '76%', '30%'],
  ['40%', '62%', '36%'],
  ['64%', '48%', '24%'],
  ['46%', '70%', '34%'],
  ['58%', '54%', '28%'],
  ['38%', '66%', '32%'],
] as const

/** Placeholder rows while the list loads. */
export function ListSkeleton() {
  return (
    <Loading className="tickets">
      {shapes.map(([name, last, meta]) => (
        <div key={name} className="ticket pointer-events-none">
          <span className="ticket-face">
            <Skeleton className="size-11 rounded-full!" />
          </span>
          <span className="ticket-line">
            <span>
              <Skeleton width={name} />
            </span>
            <Skeleton className="h-2.5 w-8" />
          </span>
          <span className="ticket-line">
            <span>
              <Skeleton className="h-2.5" width={last} />
            </span>
          </span>
          <span className="ticket-line">
            <span>
              <Skeleton width={meta} />
            </span>
          </span>
        </div>
      ))}
    </Loading>
  )
}
