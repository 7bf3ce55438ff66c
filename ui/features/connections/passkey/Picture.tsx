import { Fingerprint, QrCode } from 'lucide-react'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/useText'

/** An illustration: a small browser window with WhatsApp Web. */
function Window({ isTall = false, children }: { isTall?: boolean; children: ReactNode }) {
  return (
    <div className={isTall ? 'pic pic-tall h-54 text-xs' : 'pic'} aria-hidden="true">
      <div className="pic-bar flex flex-none items-center bg-base-300">
        <i />
        <i />
        <i />
        <span>web.whatsapp.com</span>
      </div>
      <div className="pic-room flex-1 min-h-0 relative grid place-items-center">{children}</div>
    </div>
  )
}

function Tools({ isWhole = false, children }: { isWhole?: boolean; children: ReactNode }) {
  const t = useText()
  return (
    <div
      className={
        isWhole
          ? 'absolute right-0 bottom-0 left-0 border-t border-line bg-base-100 h-full! border-0!'
          : 'absolute right-0 bottom-0 left-0 border-t border-line bg-base-100'
      }
    >
      <div className="flex gap-2 py-0 px-1.5 border-b border-line">
        <span>{t('connections.passkey.paste.elements')}</span>
        <b className="font-semibold text-primary-ink shadow-[0_2px_0_-1px_var(--color-primary)]">
          {t('connections.passkey.paste.console')}
        </b>
        <span>{t('connections.passkey.paste.sources')}</span>
      </div>
      {children}
    </div>
  )
}

export const OpenedPicture = () => (
  <Window>
    <QrCode className="size-8! text-line-control" />
  </Window>
)

export const ConsolePicture = () => (
  <Window>
    <span className="pic-key absolute right-2 top-1">F12</span>
    <Tools>
      <div className="pic-line">›</div>
    </Tools>
  </Window>
)

export function PastedPicture() {
  const t = useText()
  return (
    <Window>
      <Tools isWhole>
        <div className="pic-line">
          › <b className="text-primary-ink font-semibold">await</b>
          {'(async()=>{const o={"ch…'}
        </div>
        <div className="pic-line text-faint">‹ {t('connections.passkey.paste.confirming')}</div>
      </Tools>
    </Window>
  )
}

export function ConfirmPicture({ isTall = false }: { isTall?: boolean }) {
  const t = useText()
  return (
    <Window isTall={isTall}>
      {isTall && (
        <div className="pic-ghost absolute inset-0 grid grid-cols-[1fr_auto] gap-4 items-center p-4 opacity-[0.55]">
          <span>
            <i style={{ width: '70%' }} />
            <i />
            <i style={{ width: '85%' }} />
            <i style={{ width: '45%' }} />
          </span>
          <QrCode />
        </div>
      )}
      <div className="pic-sheet">
        <Fingerprint />
        <span>{t('connections.passkey.paste.ask')}</span>
      </div>
    </Window>
  )
}
