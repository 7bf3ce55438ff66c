import { CircleHelp, Hourglass, UsersRound, View } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Message } from '../../../../src/tickets/messages/contract'
import { useText } from '../../../shared/i18n/useText'
import { BubbleMeta } from '../bubble/BubbleMeta'
import { titled } from '../rules/formatting'
import { TextBody } from './TextBody'

/**
 * Messages that can only be named: invites, view-once media, undeciphered and unsupported kinds. They are never hidden.
 */
export function SystemBody({ message }: { message: Message }) {
  const t = useText()
  const { mediaType, failure, extra } = message
  if (mediaType === 'invite') return <InviteBody message={message} />
  if (mediaType === 'viewOnce')
    return <SystemLine icon={<View />} words={t('tickets.kind.viewOnce')} message={message} />
  if (failure === 'undeciphered')
    return <SystemLine icon={<Hourglass />} words={t('messages.undeciphered')} message={message} />
  return (
    <SystemLine
      icon={<CircleHelp />}
      words={extra?.unknown ? t('messages.unsupportedKind', { kind: extra.unknown }) : t('messages.unsupported')}
      message={message}
    />
  )
}

function SystemLine({ icon, words, message }: { icon: ReactNode; words: string; message: Message }) {
  return (
    <>
      <p className="system-line">
        {icon}
        {words} {message.body === '' && <BubbleMeta message={message} className="not-italic" />}
      </p>
      {message.body !== '' && <TextBody message={message} />}
    </>
  )
}

function InviteBody({ message }: { message: Message }) {
  const t = useText()
  const { title, rest } = titled(message.body)
  return (
    <>
      <div className="bubble-file bubble-card">
        <span className="kind text-primary-ink!">
          <UsersRound />
        </span>
        <span className="bubble-caption">
          <b dir="auto">{title || t('tickets.kind.invite')}</b>
          <span>{t('messages.inviteThere')}</span>
        </span>
      </div>
      <TextBody message={message} text={rest} />
    </>
  )
}
