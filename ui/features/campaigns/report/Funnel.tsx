import { type CSSProperties, Fragment } from 'react'
import type { CampaignCounters } from '../../../../src/features/campaigns/contract'
import { ChartFigure, ChartTable } from '../../../shared/chart/ChartFigure'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { partOf } from '../spec'

/** The funnel from sent to answered: bars on one scale, each with its share of the previous one. */
export function Funnel({
  figures: { total, skipped, sent, delivered, read, answered, optedOut },
}: {
  figures: CampaignCounters
}) {
  const t = useText()
  const { number, share } = useFormat()
  const steps = [
    {
      name: t('campaigns.counter.sent'),
      count: sent,
      of: t('campaigns.counter.ofAll', { share: share(partOf(sent, total - skipped)) }),
    },
    {
      name: t('campaigns.counter.delivered'),
      count: delivered,
      of: t('campaigns.counter.ofSent', { share: share(partOf(delivered, sent)) }),
    },
    {
      name: t('campaigns.counter.read'),
      count: read,
      of: t('campaigns.counter.ofDelivered', { share: share(partOf(read, delivered)) }),
    },
    {
      name: t('campaigns.counter.answered'),
      count: answered,
      of: t('campaigns.counter.ofDelivered', { share: share(partOf(answered, delivered)) }),
    },
    {
      name: t('campaigns.counter.optedOut'),
      count: optedOut,
      of: t('campaigns.counter.ofDelivered', { share: share(partOf(optedOut, delivered)) }),
    },
  ]
  const most = Math.max(1, ...steps.map(({ count }) => count))
  const title = t('campaigns.chart.funnel')
  return (
    <ChartFigure
      title={title}
      finding={steps.map(({ name, count }) => `${name} ${number(count)}`).join(', ')}
      isEmpty={sent === 0}
      isFree
      table={
        <ChartTable
          caption={title}
          heads={[t('campaigns.chart.step'), t('common.field.people'), t('campaigns.chart.part')]}
          rows={steps.map(({ name, count, of }) => [name, number(count), of])}
        />
      }
    >
      <ul className="funnel grid type-sm w-full">
        {steps.map(({ name, count, of }, at) => {
          const next = steps[at + 1]
          return (
            <Fragment key={name}>
              <li className="grid grid-cols-[6.5rem_minmax(0,1fr)_8rem] items-center max-md:grid-cols-[5.5rem_minmax(0,1fr)]">
                <span>{name}</span>
                <span className="funnel-bar flex items-center gap-2 font-semibold tabular-nums">
                  {count > 0 && <i style={{ '--v': count / most } as CSSProperties} />}
                  {number(count)}
                </span>
                <span className="text-right type-xs text-faint max-md:hidden">{of}</span>
              </li>
              {next && (
                <li
                  className="grid grid-cols-[6.5rem_minmax(0,1fr)_8rem] items-center max-md:grid-cols-[5.5rem_minmax(0,1fr)]"
                  aria-hidden="true"
                >
                  <span
                    className="funnel-wash"
                    style={{ '--from': count / most, '--to': next.count / most } as CSSProperties}
                  />
                </li>
              )}
            </Fragment>
          )
        })}
      </ul>
    </ChartFigure>
  )
}
