import type { ConnectionDown, Overview } from '../../../../src/features/monitor/contract'
import { useText } from '../../../shared/i18n/useText'
import { Ago } from '../../../shared/kit/Ago'
import { StatusDot } from '../../../shared/kit/StatusDot'
import { scrolled } from '../../../shared/kit/scrolled'

/** Connections that do not work, linked before or not, the longest first. */
export function DownPart({ down: { records } }: Pick<Overview, 'down'>) {
  const t = useText()
  return (
    <section aria-label={t('monitor.down')} {...scrolled}>
      <h2 className="half-head">{t('monitor.down')}</h2>
      {records.length === 0 ? (
        <p className="half-none">{t('monitor.noneDown')}</p>
      ) : (
        <table className="grid-table half-table grid-table-tall">
          <thead className="sr-only">
            <tr>
              <th scope="col">{t('monitor.column.connection')}</th>
              <th scope="col">{t('monitor.column.state')}</th>
              <th scope="col">{t('monitor.column.since')}</th>
            </tr>
          </thead>
          <tbody>
            {records.map((one) => (
              <tr key={`${one.company.id} ${one.id}`}>
                <td className="lead">
                  <span className="two">
                    <span>{one.name}</span>
                    <small>{one.company.name}</small>
                  </span>
                </td>
                <td>
                  <StateOf connection={one} />
                </td>
                <td>
                  <Ago at={one.since} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** States that end by themselves. */
const passing = ['OPENING', 'PAIRING', 'PASSKEY', 'TIMEOUT']

function StateOf({ connection: { status } }: { connection: ConnectionDown }) {
  const t = useText()
  const words = t.find(`monitor.status.${status}`) ?? status
  return <StatusDot tone={passing.includes(status) ? 'warn' : 'bad'}>{words}</StatusDot>
}
