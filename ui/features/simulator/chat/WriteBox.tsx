import { Mic, SendHorizontal } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { ChatView, MessageView, PhoneView } from '../../../../src/simulator/contract'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { useDirectory } from '../directory'
import { useCommand } from '../useCommand'
import { AttachMenu } from './AttachMenu'
import { named, numbered } from './mentions'
import type { Letter } from './sendFile'
import { useTypingSign } from './useTypingSign'

type Props = {
  phone: PhoneView
  chat: ChatView
  letter: Letter
  editing: MessageView | null
  onSent(): void
  onSpeak(): void
}

/** The text field of a simulated phone. */
export function WriteBox({ phone, chat, letter, editing, onSent, onSpeak }: Props) {
  const t = useText()
  const run = useCommand()
  const input = useRef<HTMLInputElement>(null)
  const directory = useDirectory()
  const [draft, setDraft] = useState(() => (editing ? named(editing, directory) : ''))
  const typing = useTypingSign(phone.phone, chat.id)
  const isAbout = editing !== null || letter.quotedId !== undefined
  useEffect(() => {
    if (isAbout) input.current?.focus()
  }, [isAbout])

  const send = (event: FormEvent) => {
    event.preventDefault()
    const words = draft.trim()
    if (words === '') return
    setDraft('')
    typing.stop()
    const keep = { onError: () => setDraft((now) => now || words) }
    const { text, mentions } = numbered(words, chat.group?.members ?? [])
    const said = { text, ...(mentions.length > 0 ? { mentions } : {}) }
    if (editing) run.mutate({ do: 'edit', from: phone.phone, chat: chat.id, id: editing.id, ...said }, keep)
    else run.mutate({ do: 'say', ...letter, ...said }, keep)
    onSent()
  }
  return (
    <form className="handset-write" onSubmit={send}>
      {!editing && <AttachMenu phone={phone} letter={letter} onSent={onSent} />}
      <input
        ref={input}
        className="handset-input max-md:text-[1rem] max-md:h-10"
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
      {draft.trim() === '' && !editing ? (
        <IconButton
          size="xs"
          className="btn-circle"
          label={t('simulator.record', { name: phone.name })}
          onClick={onSpeak}
        >
          <Mic />
        </IconButton>
      ) : (
        <button
          type="submit"
          className="btn btn-circle btn-xs btn-primary"
          aria-label={t('simulator.sendAs', { name: phone.name })}
        >
          <SendHorizontal className="size-3!" />
        </button>
      )}
    </form>
  )
}
