import type { TeamDevice } from '../../../../src/features/push/contract'
import { useText } from '../../../shared/i18n/useText'
import { CopyButton } from '../../../shared/kit/CopyButton'
import { Dialog } from '../../../shared/kit/Dialog'

type Props = { device: TeamDevice; onClose(): void }

/** What to ask of somebody whose device is silent: words to send, since only they can change it. */
export function HowToAsk({ device: { user, browser, reason }, onClose }: Props) {
  const t = useText()
  const [first = ''] = user.name.split(' ')
  const kind = reason === 'home' ? 'home' : /iPhone|iPad/.test(browser) ? 'iphone' : 'lock'
  const words = t(`pushCompany.ask.${kind}`, { name: first })
  return (
    <Dialog open size="sm" title={t('pushCompany.ask.title', { name: user.name })} onClose={onClose}>
      <div className="dialog-body grid gap-3">
        <p className="text-sm text-muted">{t('pushCompany.ask.why')}</p>
        <div className="card flex items-start gap-2 p-3 text-sm">
          <p className="flex-1 whitespace-pre-line">{words}</p>
          <CopyButton label={t('pushCompany.ask.copy')} text={words} />
        </div>
      </div>
    </Dialog>
  )
}
