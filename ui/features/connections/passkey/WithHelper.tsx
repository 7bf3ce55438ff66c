import { Download, ExternalLink, TriangleAlert } from 'lucide-react'
import { useText } from '../../../shared/i18n/useText'
import { Button, buttonClass } from '../../../shared/kit/Button'
import { Note } from '../../../shared/kit/Note'
import { Rich } from '../../../shared/kit/Rich'
import { Steps } from '../pair/Steps'
import { Does } from './Does'
import { ConfirmPicture } from './Picture'
import type { Helper } from './useHelper'

/** Confirms with the extension: how to install it, then its progress. `onAsk` opens WhatsApp Web. */
export function WithHelper({ helper, onAsk }: { helper: Helper; onAsk(): void }) {
  const t = useText()
  const { version, step } = helper
  const problem = step === 'closed' || step === 'gone' ? t(`connections.passkey.helper.${step}`) : null
  return (
    <div className="dialog-body grid grid-cols-[minmax(0,1fr)_17.5rem] gap-8 items-start max-md:grid-cols-1 max-md:gap-5">
      <div className="grid gap-4 content-start">
        {version === null ? (
          <Install />
        ) : (
          <Does
            now={step === 'opened' ? 2 : 1}
            deeds={[
              {
                title: t('connections.passkey.helper.installed'),
                text: t('connections.passkey.helper.version', { version }),
              },
              {
                title: t('connections.passkey.helper.opened'),
                text: t('connections.passkey.helper.openedHint'),
                action: (
                  <Button size="xs" className="mt-0.5" icon={<ExternalLink className="size-3.5!" />} onClick={onAsk}>
                    {t(step === 'idle' ? 'connections.passkey.helper.open' : 'connections.passkey.helper.again')}
                  </Button>
                ),
              },
              { title: t('connections.passkey.helper.confirm'), text: t('connections.passkey.helper.confirmHint') },
              { title: t('connections.passkey.helper.goesOn'), text: t('connections.passkey.helper.goesOnHint') },
            ]}
          />
        )}
        {problem && (
          <Note icon={<TriangleAlert />} role="alert">
            {problem}
          </Note>
        )}
      </div>
      <div className="grid gap-3 content-start">
        <ConfirmPicture isTall />
        <p className="text-xs text-faint">
          <Rich text={t('connections.passkey.helper.only', { origin: location.host })} />
        </p>
      </div>
    </div>
  )
}

function Install() {
  const t = useText()
  const kind = navigator.userAgent.includes('Firefox') ? 'firefox' : 'chrome'
  return (
    <>
      <h3 className="font-semibold">{t('connections.passkey.helper.install')}</h3>
      <Steps
        texts={[
          t(`connections.passkey.helper.${kind}1`),
          t(`connections.passkey.helper.${kind}2`),
          t(`connections.passkey.helper.${kind}3`),
        ]}
      />
      <a className={`${buttonClass('primary', 'md')} justify-self-start`} href="/passkey/helper.zip" download>
        <Download />
        {t('connections.passkey.helper.download')}
      </a>
    </>
  )
}
