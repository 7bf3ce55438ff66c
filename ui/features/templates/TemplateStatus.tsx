import type { Template } from '../../../src/channels/templates/contract'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { StatusDot } from '../../shared/kit/StatusDot'
import { useNow } from '../../shared/kit/useNow'
import { toneOf } from './spec'

/** A status that we do not know is shown as Meta says it. */
export function TemplateStatus({ template }: { template: Pick<Template, 'status' | 'statusAt'> }) {
  const t = useText()
  const { ago } = useFormat()
  const now = useNow(60_000)
  const words = t.find(`templates.status.${template.status}`) ?? template.status
  return (
    <StatusDot tone={toneOf(template)}>
      {words}
      {template.status === 'PENDING' && `, ${ago(template.statusAt, now)}`}
    </StatusDot>
  )
}
