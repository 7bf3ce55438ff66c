import type { InstallationUpdate } from '../../../../src/operator/update/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'

/** How an update will go. Figures are those of the last time. */
export function PlannedSteps({ data }: { data: InstallationUpdate }) {
  const t = useText()
  const format = useFormat()
  const { companies, backup, lastOutage, version } = data
  const span = (ms: number) => format.span(Math.max(1, ms / 1000))
  const steps = [
    [
      t('installationUpdate.plan.backup', { n: format.number(companies), count: companies }),
      backup
        ? t('installationUpdate.plan.backupText', { size: format.size(backup.bytes), span: span(backup.ms) })
        : t('installationUpdate.plan.backupPlain'),
    ],
    [
      t('installationUpdate.plan.swap'),
      lastOutage === null
        ? t('installationUpdate.plan.swapPlain')
        : t('installationUpdate.plan.swapText', { span: span(lastOutage) }),
    ],
    [t('installationUpdate.plan.trial'), t('installationUpdate.plan.trialText')],
    [t('installationUpdate.plan.back'), t('installationUpdate.plan.backText', { version })],
  ] as const
  return (
    <section className="install-part" aria-labelledby="update-plan">
      <h2 id="update-plan" className="font-semibold">
        {t('installationUpdate.plan.title')}
      </h2>
      <ol className="update-steps">
        {steps.map(([title, text], at) => (
          <li key={title} data-state="waiting">
            <span className="ordinal">{format.number(at + 1)}</span>
            <span className="two">
              <span>{title}</span>
              <small>{text}</small>
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
