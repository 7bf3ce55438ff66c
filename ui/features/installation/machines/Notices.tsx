import { CircleAlert, Info, TriangleAlert, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Fleet } from '../../../../src/features/machines/contract'
import { useFormat } from '../../../shared/i18n/useFormat'
import { useText } from '../../../shared/i18n/useText'
import { Note } from '../../../shared/kit/Note'
import type { View } from '../../../shared/table/useView'
import type { InstallationView } from '../view'
import { type Notice, noticesOf } from './rules'

const icons: Readonly<Record<Notice['tone'], ReactNode>> = {
  error: <CircleAlert />,
  warning: <TriangleAlert />,
  info: <Info />,
}

/** What the operator should know about the whole. */
export function Notices({ fleet, view }: { fleet: Fleet; view: View<InstallationView> }) {
  const t = useText()
  const { number } = useFormat()
  return (
    <div role="status">
      {fleet.isSample && (
        <Note tone="info" icon={icons.info} className="rounded-none">
          <b className="font-semibold">{t('machines.sample')}</b> {t('machines.sampleText')}
        </Note>
      )}
      {noticesOf(fleet).map(({ what, tone, count, name = '', machine }) => {
        const target = targetOf(what, machine)
        return (
          <Note
            key={what}
            tone={tone}
            icon={icons[tone]}
            className="rounded-none"
            action={
              target && (
                <button type="button" onClick={() => view.change({ search: undefined, page: undefined, ...target })}>
                  {t(what === 'silent' ? 'machines.understand' : 'machines.see')}
                </button>
              )
            }
          >
            <b className="font-semibold">{t(`machines.notice.${what}`, { n: number(count), count, name })}</b>{' '}
            {t(`machines.noticeText.${what}`)}
          </Note>
        )
      })}
    </div>
  )
}

function targetOf(what: Notice['what'], machine: string | undefined) {
  if (what === 'silent') return { machine, companies: undefined }
  if (what === 'ownerless' || what === 'failed' || what === 'uncopied') return { machine: undefined, companies: what }
  return undefined
}

/** No machine answers, or the one that does may say nothing for want of the servers. */
export function Unreachable({ onRetry }: { onRetry(): void }) {
  const t = useText()
  return (
    <Note
      tone="error"
      role="alert"
      icon={<WifiOff />}
      className="rounded-none"
      action={
        <button type="button" onClick={onRetry}>
          {t('common.retry')}
        </button>
      }
    >
      <b className="font-semibold">{t('machines.unreachable')}</b> {t('machines.unreachableText')}
    </Note>
  )
}
