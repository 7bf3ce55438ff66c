import { Button } from '../../../shared/kit/Button'
import { cx } from '../../../shared/kit/cx'

type Props = { label: string; action: string; on?: boolean; danger?: boolean; onRun(): void }

/** Something that happens at once. */
export function OneShot({ label, action, on = false, danger = false, onRun }: Props) {
  return (
    <div className="fault" data-on={on || undefined}>
      <span>{label}</span>
      <Button size="sm" className={cx(danger && 'text-error-ink')} aria-label={`${label}: ${action}`} onClick={onRun}>
        {action}
      </Button>
    </div>
  )
}
