import { Copy, Mail, Share2 } from 'lucide-react'
import type { PasskeyLink, PasskeyState } from '../../../../src/channels/passkeys/contract'
import { useDays } from '../../../shared/i18n/useDays'
import { useText } from '../../../shared/i18n/useText'
import { Button, buttonClass } from '../../../shared/kit/Button'
import { CopyBox, copy } from './CopyBox'
import { Does } from './Does'

type Props = {
  name: string
  made: PasskeyLink
  link: PasskeyState['link']
  isBusy: boolean
  onReplace(): void
}

/** Forwards the request to the passkey's owner: the link, a message for it, and its state. */
export function WithLink({ name, made, link, isBusy, onReplace }: Props) {
  const t = useText()
  const days = useDays()
  const address = `${location.origin}${made.path}`
  const message = t('connections.passkey.link.message', { name, link: address })
  const isOpened = link?.openedAt != null
  const mail = `mailto:?subject=${encodeURIComponent(t('connections.passkey.link.subject', { name }))}&body=${encodeURIComponent(message)}`
  return (
    <div className="dialog-body grid grid-cols-[minmax(0,1fr)_17.5rem] gap-8 items-start max-md:grid-cols-1 max-md:gap-5">
      <div className="grid gap-4 content-start">
        <div className="grid gap-1.5">
          <span className="text-sm font-medium">{t('connections.passkey.link.label')}</span>
          <CopyBox label={t('connections.passkey.link.label')} text={address} />
          <small className="text-xs text-faint">{t('connections.passkey.link.hint')}</small>
        </div>
        <Does
          now={isOpened ? 2 : 1}
          deeds={[
            {
              title: t('connections.passkey.link.made'),
              text: link && days.time(link.createdAt),
              action: (
                <Button size="xs" tone="quiet" className="mt-0.5" busy={isBusy} onClick={onReplace}>
                  {t('connections.passkey.link.change')}
                </Button>
              ),
            },
            {
              title: t(isOpened ? 'connections.passkey.link.opened' : 'connections.passkey.link.notOpened'),
              text: isOpened && link?.openedAt ? `${days.time(link.openedAt)}, ${browserOf(link.openedBy)}` : undefined,
            },
            { title: t('connections.passkey.link.waitingPerson'), text: t('connections.passkey.link.mayClose') },
          ]}
        />
      </div>
      <div className="grid gap-2 content-start">
        <span className="text-sm font-medium">{t('connections.passkey.link.ready')}</span>
        <p className="py-2 px-3 rounded-[0.625rem] bg-(--bubble-out) wrap-anywhere text-[13.5px]/4.75">{message}</p>
        <div className="flex flex-wrap gap-2">
          {navigator.clipboard && (
            <Button size="sm" icon={<Copy />} onClick={() => copy(message, t('common.copied'))}>
              {t('connections.passkey.link.copyMessage')}
            </Button>
          )}
          {'share' in navigator && (
            <Button
              size="sm"
              icon={<Share2 />}
              onClick={() => void navigator.share({ text: message }).catch(() => undefined)}
            >
              {t('connections.passkey.link.share')}
            </Button>
          )}
          <a className={buttonClass('plain', 'sm')} href={mail}>
            <Mail />
            {t('connections.passkey.link.mail')}
          </a>
        </div>
      </div>
    </div>
  )
}

const BROWSERS = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'] as const
const SYSTEMS = ['Windows', 'Android', 'iPhone', 'iPad', 'Mac OS X', 'Linux'] as const

/** Browser and system of a user agent, in two words. */
function browserOf(agent: string | null): string {
  const found = (names: readonly string[]) => names.find((name) => agent?.includes(name)) ?? ''
  const browser = found(BROWSERS).replace('Edg', 'Edge').replace('OPR', 'Opera')
  return [browser, found(SYSTEMS).replace('Mac OS X', 'macOS')].filter(Boolean).join(', ')
}
