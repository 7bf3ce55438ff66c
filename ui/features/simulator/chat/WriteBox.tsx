import { SendHorizontal } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { ChatView, PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { useCommand } from '../useCommand'
import { AttachMenu } from './AttachMenu'
import { useTypingSign } from './useTypingSign'

/** Where the person behind this phone writes. */
export function WriteBox({ phone, chat }: { phone: PhoneView; chat: ChatView }) {
  const t = useText()
  const run = useCommand()
  const [draft, setDraft] = useState('')
  const typing = useTypingSign(phone.phone, chat.id)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const text = draft.trim()
    if (text === '') return
    setDraft('')
    typing.stop()
    run.mutate({ do: 'say', from: phone.phone, to: chat.id, text }, { onError: () => setDraft((now) => now || text) })
  }
  return (
    <form className="handset-write" onSubmit={send}>
      <AttachMenu phone={phone} chat={chat} />
      <input
        className="handset-input"
        value={draft}
        placeholder={t('simulator.message')}
        aria-label={t('simulator.message')}
        autoComplete="off"
        enterKeyHint="send"
        onChange={(event) => {
          setDraft(event.target.value)
          typing.touch()
        }}
      />
      <button
        type="submit"
        className="btn btn-circle btn-xs btn-primary"
        aria-label={t('simulator.sendAs', { name: phone.name })}
      >
        <SendHorizontal className="size-3!" />
      </button>
    </form>
  )
}
