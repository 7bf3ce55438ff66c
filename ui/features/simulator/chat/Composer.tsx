import { useState } from 'react'
import type { ChatView, PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { isAdmin } from './permissions'
import { ReferenceBar } from './ReferenceBar'
import type { Reference } from './reference'
import { VoiceBox } from './VoiceBox'
import { WriteBox } from './WriteBox'

type Props = {
  phone: PhoneView
  chat: ChatView
  reference: Reference | null
  onReference(reference: Reference | null): void
}

/** The composer of a chat: text, a recording, or why nothing can be written. */
export function Composer({ phone, chat, reference, onReference }: Props) {
  const t = useText()
  const [isSpeaking, setSpeaking] = useState(false)
  const { group } = chat
  const me = phone.phone
  if (group && !group.members.some((member) => member.phone === me))
    return <p className="handset-closed">{t('simulator.notAMember')}</p>
  if (group?.announce && !isAdmin(group, me)) return <p className="handset-closed">{t('simulator.onlyAdmins')}</p>
  const letter = {
    from: me,
    to: chat.id,
    ...(reference?.does === 'reply' ? { quotedId: reference.message.id } : {}),
  }
  const done = () => onReference(null)
  return (
    <>
      {reference && <ReferenceBar reference={reference} onClose={done} />}
      {isSpeaking ? (
        <VoiceBox letter={letter} onSent={done} onClose={() => setSpeaking(false)} />
      ) : (
        <WriteBox
          key={reference?.does === 'edit' ? reference.message.id : ''}
          phone={phone}
          chat={chat}
          letter={letter}
          editing={reference?.does === 'edit' ? reference.message : null}
          onSent={done}
          onSpeak={() => setSpeaking(true)}
        />
      )}
    </>
  )
}
