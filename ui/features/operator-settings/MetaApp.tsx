import { Check, ExternalLink, Minus, TriangleAlert } from 'lucide-react'
import type { OperatorKey, OperatorSettingList } from '../../../src/settings/operator/contract'
import { useText } from '../../shared/i18n/useText'
import { CopyButton } from '../../shared/kit/CopyButton'
import { Note } from '../../shared/kit/Note'

const DASHBOARD = 'https://developers.facebook.com/apps/'

/** What works with the app at Meta, and the addresses to register there. */
export function MetaApp({ data: { records, meta } }: { data: OperatorSettingList }) {
  const t = useText()
  const isSet = (key: OperatorKey) => records.some((record) => record.key === key && record.value !== '')
  const hasApp = isSet('metaAppId') && isSet('metaAppSecret')
  const isPublic = new URL(meta.webhook).protocol === 'https:'
  const uses = [
    { use: 'pages', works: hasApp && isPublic },
    { use: 'coexistence', works: hasApp && isSet('metaConfigId') && isPublic },
    { use: 'webhooks', works: isSet('metaVerifyToken') && isPublic },
    { use: 'ownApps', works: isPublic },
  ] as const
  return (
    <div className="grid gap-3 py-3">
      <ul className="grid gap-1.5 text-sm">
        {uses.map(({ use, works }) => (
          <li key={use} className="flex gap-2">
            {works ? <Check className="text-success-ink flex-none" /> : <Minus className="text-faint flex-none" />}
            <span>
              {t(`operatorSettings.metaApp.${use}.name`)}
              <span className="block text-muted">
                {t(works ? 'operatorSettings.metaApp.works' : `operatorSettings.metaApp.${use}.missing`)}
              </span>
            </span>
          </li>
        ))}
      </ul>
      {!isPublic && <Note icon={<TriangleAlert />}>{t('operatorSettings.metaApp.plain')}</Note>}
      <a
        className="link text-primary-ink text-sm inline-flex items-center gap-1.5 justify-self-start"
        href={DASHBOARD}
        target="_blank"
        rel="noopener noreferrer"
      >
        {t('operatorSettings.metaApp.dashboard')}
        <ExternalLink className="size-3.5!" />
      </a>
      <dl className="grid gap-3">
        {(['webhook', 'signIn', 'deauthorize', 'deletion'] as const).map((name) => (
          <div key={name}>
            <dt>
              {t(`operatorSettings.metaApp.address.${name}.name`)}
              <span className="block text-sm text-muted">{t(`operatorSettings.metaApp.address.${name}.where`)}</span>
            </dt>
            <dd className="flex items-center gap-2">
              <code className="min-w-0 break-all select-all">{meta[name]}</code>
              <CopyButton
                label={t('operatorSettings.metaApp.copy', { name: t(`operatorSettings.metaApp.address.${name}.name`) })}
                text={meta[name]}
              />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
