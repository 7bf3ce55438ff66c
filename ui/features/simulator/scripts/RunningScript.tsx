import { Square } from 'lucide-react'
import type { ScriptView } from '../../../../src/simulator/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Button } from '../../../shared/kit/Button'
import { useNow } from '../../../shared/kit/useNow'
import { useCommand } from '../useCommand'

/** A running script: progress, time left, and a button to stop it. */
export function RunningScript({ script }: { script: ScriptView }) {
  const t = useText()
  const format = useFormat()
  const run = useCommand()
  const now = useNow(1000)
  const { id, name, done, total, endsAt } = script
  const left = Math.max(0, Math.ceil((Date.parse(endsAt) - now) / 1000))
  const label = t(`simulator.script.${name}.title`)
  return (
    <section className="grid gap-1.5 mb-4 p-3 rounded-box bg-primary-soft type-sm" aria-label={label}>
      <div className="flex items-center gap-2">
        <b className="min-w-0 flex-1 truncate">{label}</b>
        <Button
          size="sm"
          icon={<Square />}
          aria-label={t('simulator.script.stopOne', { script: label })}
          busy={run.isPending}
          onClick={() => run.mutate({ do: 'stopScript', id })}
        >
          {t('simulator.script.stop')}
        </Button>
      </div>
      <progress className="progress progress-primary" max={total} value={done} aria-label={label} />
      <p className="nums flex justify-between text-xs text-muted" role="status">
        <span>
          {t(`simulator.script.${name}.progress`, { done: format.number(done), total: format.number(total) })}
        </span>
        <span>{t('simulator.script.left', { time: format.duration(left) })}</span>
      </p>
    </section>
  )
}
