import type { Template } from '../../../src/channels/templates/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { StatusDot } from '../../shared/kit/StatusDot'
import { useNow } from '../../shared/kit/useNow'
import { toneOf } from './spec'
import { useWhen } from './window/useWhen'

/** A status that we do not know is shown as Meta says it. */
export function TemplateStatus({ template }: { template: Pick<Template, 'status' | 'statusAt' | 'pausedUntil'> }) {
  const t = useText()
  const { ago } = useFormat()
  const when = useWhen()
  const now = useNow(60_000)
  const { status, statusAt, pausedUntil } = template
  const words = t.find(`templates.status.${status}`) ?? status
  return (
    <StatusDot tone={toneOf(template)}>
      {pausedUntil ? t('templates.pausedUntil', { when: when(pausedUntil, now) }) : words}
      {status === 'PENDING' && `, ${ago(statusAt, now)}`}
    </StatusDot>
  )
}
