import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { SelectField } from '../../../shared/form/SelectField'
import type { Form } from '../../../shared/form/useForm'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { connectionsQuery } from '../../directory/api'
import { campaignSettingsQuery } from '../../outbound/api'
import { dayWords } from '../../outbound/spec'
import type { DraftValues } from '../spec'
import { WorkPart } from './WorkPart'

type Props = { form: Form<DraftValues, DraftValues>; isOpen: boolean; done: boolean }

/** Over which connection it leaves, and how fast: the company's settings, which all its campaigns share. */
export function RateLimitPart({ form, isOpen, done }: Props) {
  const t = useText()
  const { weekday } = useFormat()
  const connections = useQuery(connectionsQuery).data ?? []
  const settings = useQuery(campaignSettingsQuery).data
  const noneOr = (value: number, words: string) => (value === 0 ? t('campaigns.pace.none') : words)
  return (
    <WorkPart part="pace" isDone={done} isOpen={isOpen} aside={t('campaigns.pace.shared')}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          form={form}
          name="whatsappId"
          label={t('common.field.connection')}
          none={t('campaigns.audience.choose')}
          options={connections.map(({ id, name }) => ({ value: id, label: name }))}
        />
        {settings && (
          <dl className="sums">
            <div>
              <dt>{t('campaigns.pace.interval')}</dt>
              <dd>
                {noneOr(
                  settings.messageInterval,
                  t('campaigns.pace.upTo', { seconds: String(settings.messageInterval) }),
                )}
              </dd>
            </div>
            <div>
              <dt>{t('campaigns.pace.longer')}</dt>
              <dd>
                {noneOr(
                  settings.longerIntervalAfter * settings.greaterInterval,
                  t('campaigns.pace.each', {
                    seconds: String(settings.greaterInterval),
                    count: settings.longerIntervalAfter,
                  }),
                )}
              </dd>
            </div>
          </dl>
        )}
      </div>
      {settings && (
        <p className="text-xs text-faint">
          {t('campaigns.pace.hours', {
            from: settings.sendFrom,
            to: settings.sendTo,
            days: dayWords(settings.sendDays, weekday),
          })}{' '}
          <Link to="/campaigns-config" className="link text-primary-ink">
            {t('campaigns.pace.change')}
          </Link>
        </p>
      )}
    </WorkPart>
  )
}
