import { useId } from 'react'
import type { EscalationWeek } from '../../../../src/features/escalation/contract'
import type { PushWeek } from '../../../../src/features/push/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'

/** What became of the week's notifications, from Monday. */
export function Week({ push, escalation }: { push: PushWeek; escalation: EscalationWeek }) {
  const t = useText()
  const format = useFormat()
  const title = useId()
  const rows = [
    ['sent', format.number(push.sent)],
    ['seen', push.awaited === 0 ? '–' : format.share(push.seenSoon / push.awaited)],
    ['supervisor', format.number(escalation.supervisor)],
    ['whatsapp', format.number(escalation.whatsapp)],
  ] as const
  return (
    <section aria-labelledby={title}>
      <h2 className="pb-1 text-sm font-semibold" id={title}>
        {t('pushCompany.week.title')}
      </h2>
      <dl className="push-pairs">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`pushCompany.week.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
