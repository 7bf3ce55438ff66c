import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { AtSign, Mic, Paperclip, SendHorizontal } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { Chat } from '../../../src/features/chats/contract'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { IconButton } from '../../shared/kit/IconButton'
import { lazyPart } from '../../shared/lazyPart'
import { useLiveList } from '../../shared/live/useLiveList'
import { useUser } from '../../shared/session/useUser'
import { backToWriting, composer, insertInto } from '../messages/composer/box'
import { EmojiButton } from '../messages/composer/EmojiButton'
import { canRecord, type Recording } from '../messages/composer/recorder'
import { either } from '../messages/composer/useCompletion'
import { useEmojis } from '../messages/composer/useEmojis'
import { WriteBox } from '../messages/composer/WriteBox'
import { threadSpec } from './api'
import { ChatEditBox } from './ChatEditBox'
import { ChatReplyBar } from './ChatQuote'
import { useChosenFiles } from './files'
import { useOutbox } from './outbox'
import { answeredAtom, draftOfAtom, editedAtom } from './state'
import { useMentions } from './useMentions'
import { useTypingOut } from './useTyping'

const FileTray = lazyPart(() => import('../messages/composer/FileTray').then((file) => file.FileTray))
const VoiceRecorder = lazyPart(() => import('../messages/composer/VoiceRecorder').then((file) => file.VoiceRecorder))

export function ChatComposer({ chat }: { chat: Chat }) {
  const edited = useAtomValue(editedAtom)
  return (
    <div className="composer">
      {edited?.message.chatId === chat.id ? (
        <ChatEditBox key={edited.message.id} chat={chat} edited={edited} />
      ) : (
        <NewMessage chat={chat} />
      )}
    </div>
  )
}

/** Text, files, a voice note. */
function NewMessage({ chat }: { chat: Chat }) {
  const t = useText()
  const [draftOf, setDraft] = useAtom(draftOfAtom)
  const draft = draftOf(chat.id)
  const { files, choose, attach } = useChosenFiles(chat.id)
  const [captions, setCaptions] = useState<ReadonlyMap<string, string>>(new Map())
  const [recording, setRecording] = useState<Recording | 'running' | null>(null)
  const { send } = useOutbox(chat.id)
  const typing = useTypingOut(chat.id)
  const emojis = useEmojis(draft)
  const mentions = useMentions(chat, draft)
  const editLast = useEditLast(chat.id)
  const [answered, setAnswered] = useAtom(answeredAtom)
  const quoted = answered.get(chat.id) ?? null
  const endAnswer = () => setAnswered(new Map([...answered].filter(([id]) => id !== chat.id)))
  const text = draft.trim()
  const canSend = text !== '' || files.length > 0
  const submit = () => {
    if (!canSend) return
    if (files.length === 0) send({ message: text, quoted })
    for (const [at, file] of files.entries())
      send({
        message: at === 0 ? text : (captions.get(file.name)?.trim() ?? ''),
        file,
        quoted: at === 0 ? quoted : null,
      })
    endAnswer()
    setDraft(chat.id, '')
    choose([])
    setCaptions(new Map())
    backToWriting()
  }
  const speak = ({ file, waveform }: Recording) => {
    send({ message: '', file, waveform, quoted })
    endAnswer()
    setRecording(null)
  }
  return (
    <>
      {mentions.list || emojis.list}
      <div className="composer-box" data-mode="message">
        {quoted && <ChatReplyBar quoted={quoted} onCancel={endAnswer} />}
        {files.length > 0 && (
          <Suspense>
            <FileTray
              files={files}
              captions={captions}
              onCaption={(name, caption) => setCaptions(new Map(captions).set(name, caption))}
              onRemove={(name) => choose(files.filter((file) => file.name !== name))}
            />
          </Suspense>
        )}
        {recording ? (
          <Suspense fallback={<div className="recorder" />}>
            <VoiceRecorder
              made={recording === 'running' ? null : recording}
              onMade={setRecording}
              onSend={speak}
              onCancel={() => setRecording(null)}
            />
          </Suspense>
        ) : (
          <>
            <WriteBox
              text={draft}
              onText={(next) => {
                setDraft(chat.id, next)
                if (next !== '') typing()
              }}
              onSubmit={submit}
              onFiles={attach}
              onUp={editLast}
              {...(quoted && { onEscape: endAnswer })}
              picker={either(mentions.picker, emojis.picker)}
              label={t('common.field.message')}
              placeholder={t('messages.write')}
            />
            <div className="composer-bar">
              <AttachButton onFiles={attach} />
              <EmojiButton />
              {chat.users.length > 2 && (
                <IconButton label={t('messages.mention')} onClick={beginMention}>
                  <AtSign />
                </IconButton>
              )}
              <span className="flex-1" />
              {canRecord() && (
                <IconButton label={t('messages.record')} onClick={() => setRecording('running')}>
                  <Mic />
                </IconButton>
              )}
              <Button
                size="sm"
                tone="primary"
                className="ml-1"
                disabled={!canSend}
                // Keeps the focus in the text, so that a phone's keyboard stays open.
                onMouseDown={(event) => event.preventDefault()}
                aria-label={t('messages.send')}
                icon={<SendHorizontal />}
                onClick={submit}
              >
                <span className="wide-only">{t('messages.send')}</span>
              </Button>
            </div>
          </>
        )}
      </div>
    </>
  )
}

/** The arrow up edits one's latest text, if it is the chat's latest message. */
function useEditLast(chatId: number): () => void {
  const { id: me } = useUser()
  const edit = useSetAtom(editedAtom)
  const [last] = useLiveList(threadSpec(chatId)).items
  return () => {
    if (last && last.senderId === me && !last.isDeleted && last.message !== '')
      edit({ message: last, text: last.message })
  }
}

function AttachButton({ onFiles }: { onFiles(files: readonly File[]): void }) {
  const t = useText()
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label={t('messages.attachFiles')} onClick={() => picker.current?.click()}>
        <Paperclip />
      </IconButton>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
    </>
  )
}

function beginMention() {
  const box = composer()
  if (box) insertInto(box, /\S$/.test(box.value.slice(0, box.selectionStart)) ? ' @' : '@')
}
