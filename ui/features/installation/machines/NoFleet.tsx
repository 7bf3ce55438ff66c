import { Server, ShieldCheck, Shuffle, Users } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { CopyButton } from '../../../shared/kit/CopyButton'

const BEGIN = 'balcao fleet init'

/** One machine is the whole installation: what more of them give, and how one begins. */
export function NoFleet() {
  const t = useText()
  const gains = [
    { icon: <Shuffle />, text: t('machines.none.room') },
    { icon: <ShieldCheck />, text: t('machines.none.safe') },
    { icon: <Users />, text: t('machines.none.same') },
  ]
  return (
    <div className="install">
      <div className="install-form">
        <div className="status-head">
          <span className="status-mark" data-tone="plain">
            <Server />
          </span>
          <div className="min-w-0 flex-1">
            <h2>{t('machines.none.title')}</h2>
            <p>{t('machines.none.text')}</p>
          </div>
        </div>
        <ul className="install-checks">
          {gains.map(({ icon, text }) => (
            <li key={text}>
              {icon}
              <span>{text}</span>
            </li>
          ))}
        </ul>
      </div>
      <aside className="install-side">
        <section>
          <h2 className="font-semibold">{t('machines.none.how')}</h2>
          <ol className="machines-how">
            <li>{t('machines.none.step1')}</li>
            <li>
              {t('machines.none.step2')}
              <span className="mt-2 flex items-center gap-2">
                <code className="mono rounded-field bg-base-300 px-2.5 py-1.5 text-base-content">{BEGIN}</code>
                <CopyButton label={t('machines.none.copy')} text={BEGIN} />
              </span>
            </li>
            <li>{t('machines.none.step3')}</li>
          </ol>
        </section>
        <section>
          <h2 className="font-semibold">{t('machines.none.before')}</h2>
          <p className="mt-1 text-sm text-muted">{t('machines.none.beforeText')}</p>
        </section>
      </aside>
    </div>
  )
}
