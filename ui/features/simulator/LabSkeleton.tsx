import { Loading } from '../../shared/kit/Loading'
import { Skeleton } from '../../shared/kit/Skeleton'

export function LabSkeleton() {
  return (
    <Loading className="lab">
      <section className="lab-stage" aria-hidden="true">
        <div className="lab-phones">
          {['a', 'b', 'c'].map((key) => (
            <div key={key} className="rig">
              <div className="rig-label">
                <Skeleton className="size-7 rounded-full!" />
                <Skeleton width="50%" />
              </div>
              <div className="handset" />
            </div>
          ))}
        </div>
      </section>
    </Loading>
  )
}
