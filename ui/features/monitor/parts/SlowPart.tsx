import type { Overview } from '../../../../src/features/monitor/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Ago } from '../../../shared/kit/Ago'
import { scrolled } from '../../../shared/kit/scrolled'

/** Routes that took more than a second, the worst first. */
export function SlowPart({ slow }: Pick<Overview, 'slow'>) {
  const t = useText()
  const { number } = useFormat()
  return (
    <section aria-label={t('monitor.slow')} {...scrolled}>
      <h2 className="half-head">
        {t('monitor.slow')} <small>{t('monitor.slowHint')}</small>
      </h2>
      {slow.length === 0 ? (
        <p className="half-none">{t('monitor.noneSlow')}</p>
      ) : (
        <table className="grid-table half-table">
          <thead>
            <tr>
              <th scope="col">{t('monitor.column.route')}</th>
              <th scope="col" className="num">
                {t('monitor.column.times')}
              </th>
              <th scope="col" className="num">
                {t('monitor.column.worst')}
              </th>
              <th scope="col">{t('monitor.column.last')}</th>
            </tr>
          </thead>
          <tbody>
            {slow.map(({ route, count, worst, lastAt }) => (
              <tr key={route}>
                <td className="lead mono text-xs!">{route}</td>
                <td className="num">{number(count)}</td>
                <td className="num">{`${number(worst)} ms`}</td>
                <td>
                  <Ago at={lastAt} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
