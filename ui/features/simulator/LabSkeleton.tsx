import { useText } from '../../shared/i18n/useText'
import { Skeleton } from '../../shared/kit/Skeleton'

export function LabSkeleton() {
  const t = useText()
  return (
    <div className="lab" aria-busy="true" role="status" aria-label={t('common.loading')}>
      <section className="lab-phones" aria-hidden="true">
        {['a', 'b', 'c'].map((key) => (
          <div key={key} className="handset">
            <div className="p-3 flex items-center gap-2">
              <Skeleton className="size-7 rounded-full!" />
              <Skeleton width="50%" />
            </div>
          </div>
        ))}
      </section>
    </div>
  )
}
