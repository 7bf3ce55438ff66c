import { Check, Minus } from 'lucide-react'
import type { InstallationAddress } from '../../../../src/operator/certificates/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { useNow } from '../../../shared/kit/useNow'
import { isSecure, works } from './rules'

/** What the address allows, what an end of the certificate would mean, and how the latest attempts went. */
export function SidePane({ data }: { data: InstallationAddress }) {
  const t = useText()
  const format = useFormat()
  const isTroubled = data.state === 'failing' || data.state === 'expired'
  return (
    <aside className="install-side">
      <section>
        {isTroubled ? (
          <>
            <h2 className="font-semibold">{t('installation.ifExpired')}</h2>
            <p className="mt-1 text-sm text-muted">
              {t('installation.ifExpiredText', { n: format.number(data.companies), count: data.companies })}
            </p>
          </>
        ) : (
          <Works data={data} />
        )}
      </section>
      {(data.kind === 'domain' || data.kind === 'ip') && <Attempts data={data} />}
    </aside>
  )
}

function Works({ data: { kind, name, certificate } }: { data: InstallationAddress }) {
  const t = useText()
  const hasDomain = kind === 'domain' || kind === 'proxy' || (kind === 'files' && !/^[\d.:a-f]+$/.test(name))
  const hasTls = kind === 'proxy' ? isSecure() : certificate !== null
  return (
    <>
      <h2 className="font-semibold">{t('installation.works')}</h2>
      <ul className="install-works">
        {works.map(({ what, needs }) => {
          const lack = !hasTls ? 'needsTls' : needs === 'domain' && !hasDomain ? 'needsDomain' : undefined
          return (
            <li key={what} data-no={lack ? true : undefined}>
              {lack ? <Minus /> : <Check />}
              {lack
                ? t(`installation.work.${lack}`, { what: t(`installation.work.${what}`) })
                : t(`installation.work.${what}`)}
            </li>
          )
        })}
      </ul>
    </>
  )
}

function Attempts({ data: { attempts } }: { data: InstallationAddress }) {
  const t = useText()
  const format = useFormat()
  const now = useNow(60_000)
  const when = (at: string) => (format.isSameDay(at, now) ? format.time(at) : format.shortDateTime(at))
  return (
    <section>
      <h2 className="font-semibold">{t('installation.attempts')}</h2>
      {attempts.length === 0 && <p className="mt-1 text-sm text-muted">{t('installation.noAttempts')}</p>}
      <ul className="install-log">
        {attempts.map(({ startedAt, endedAt, state, cause }) => (
          <li key={startedAt}>
            <b>{t(`installation.attempt.${state}`)}</b>
            <time dateTime={startedAt} title={format.dateTime(startedAt)}>
              {when(endedAt ?? startedAt)}
            </time>
            {cause && <small>{t(`installation.cause.${cause}.title`)}</small>}
            {state === 'interrupted' && <small>{t('installation.attempt.restarted')}</small>}
            {(state === 'issued' || state === 'renewed') && endedAt && (
              <small>
                {t('installation.attempt.took', {
                  span: format.span(Math.max(1, (Date.parse(endedAt) - Date.parse(startedAt)) / 1000)),
                })}
              </small>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
