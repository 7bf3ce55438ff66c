import './push.css'
import { Dialog } from '@base-ui/react/dialog'
import { useSetAtom } from 'jotai/react'
import { BellRing, Share, Smartphone, SquarePlus } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { Rich } from '../../shared/kit/Rich'
import { toast } from '../../shared/kit/toast'
import logo from '../../shared/theme/logo.svg'
import { contactName } from '../contacts/names'
import { install } from './browser'
import type { Question } from './question'
import { restAtom } from './state'
import { usePermit } from './usePermit'

type Props = { question: Question; onClose(): void }

/** From below: may this phone notify, or become an app? Enter accepts, Escape is "not now". */
export function PushSheet({ question: { what, ticket }, onClose }: Props) {
  const t = useText()
  const rest = useSetAtom(restAtom)
  const permit = usePermit()
  const [isBusy, setBusy] = useState(false)
  const yes = useRef<HTMLButtonElement>(null)
  const later = () => {
    rest(what === 'install' ? 'installFrom' : 'askFrom', Date.now())
    onClose()
  }
  const accept = async () => {
    if (what === 'home') return later()
    setBusy(true)
    try {
      if (what === 'install') await install()
      else await permit()
    } catch (failure) {
      toast.failed(t('pushHost.failed'), failure)
    }
    if (what === 'install') rest('installFrom', Date.now())
    onClose()
  }
  return (
    <Dialog.Root open onOpenChange={(open) => !open && later()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim-floor" />
        <Dialog.Popup className="push-sheet" initialFocus={yes}>
          <div className="flex items-center gap-3">
            <span className="push-mark">
              {what === 'ask' ? <BellRing /> : what === 'install' ? <Smartphone /> : <Share />}
            </span>
            <Dialog.Title>{t(`pushHost.${what}.title`)}</Dialog.Title>
          </div>
          <Dialog.Description>{t(`pushHost.${what}.text`, { name: contactName(ticket) })}</Dialog.Description>
          {what === 'ask' && <Example title={contactName(ticket)} />}
          {what === 'home' && <Steps />}
          <div className="push-acts">
            <Button tone="ghost" onClick={later}>
              {t('pushHost.later')}
            </Button>
            <Button ref={yes} tone="primary" busy={isBusy} onClick={() => void accept()}>
              {t(`pushHost.${what}.yes`)}
            </Button>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The notification as it will look. */
function Example({ title }: { title: string }) {
  const t = useText()
  return (
    <div className="push-card">
      <img src={logo} alt="" />
      <b>{title}</b>
      <time>{t('pushHost.ask.now')}</time>
      <p>{t('pushHost.ask.example')}</p>
    </div>
  )
}

function Steps() {
  const t = useText()
  const steps: readonly [text: string, icon: ReactNode][] = [
    [t('pushHost.home.step1', { icon: ICON }), <Share key="icon" />],
    [t('pushHost.home.step2', { icon: ICON }), <SquarePlus key="icon" />],
    [t('pushHost.home.step3'), null],
  ]
  return (
    <ol className="push-steps">
      {steps.map(([text, icon]) => {
        const [before = '', after = ''] = text.split(ICON)
        return (
          <li key={text}>
            <span>
              <Rich text={before} />
              {icon}
              <Rich text={after} />
            </span>
          </li>
        )
      })}
    </ol>
  )
}

/** Stands in the text for an icon. */
const ICON = '\uFFFC'
