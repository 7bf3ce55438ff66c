import { useText } from '../../../shared/i18n/useText'
import { Skeleton } from '../../../shared/kit/Skeleton'

const shapes = [
  ['52%', '76%', '30%'],
  ['40%', '62%', '36%'],
  ['64%', '48%', '24%'],
  ['46%', '70%', '34%'],
  ['58%', '54%', '28%'],
  ['38%', '66%', '32%'],
] as const

/** Rows on their way, in the shape of rows. */
export function ListSkeleton() {
  const t = useText()
  return (
    <div className="tickets" aria-busy="true" role="status" aria-label={t('common.loading')}>
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
    </div>
  )
}
