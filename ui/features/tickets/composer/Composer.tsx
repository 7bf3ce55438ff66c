import { useAtom, useAtomValue } from 'jotai/react'
import { useEffect, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { personAtom } from '../../../shared/session/session'
import { useUser } from '../../../shared/session/useUser'
import type { Outgoing } from '../rules/outgoing'
import { whyNotWrite } from '../rules/writing'
import { choosingAtom, draftAtom, editAtom, filesAtom, noteModeAtom, recordedAtom, replyAtom } from '../state'
import { useContactName } from '../useContactName'
import { useSend } from '../useSend'
import { ChoosingBar } from './ChoosingBar'
import { ComposerBar } from './ComposerBar'
import { ComposerClosed } from './ComposerClosed'
import { ConnectionOff } from './ConnectionOff'
import { EditBox } from './EditBox'
import { FileTray } from './FileTray'
import { backToWriting } from './focus'
import { outgoingFile } from './outgoingFile'
import { ReplyBar } from './ReplyBar'
import type { Recorded } from './recorder'
import { useMentions } from './useMentions'
import { useSigning } from './useSigning'
import { useRecordingOut, useTypingOut } from './useTypingOut'
import { VoiceRecorder } from './VoiceRecorder'
import { WriteBox } from './WriteBox'

/** Where the attendant writes, or why they cannot. */
export function Composer({ ticket }: { ticket: TicketSummary }) {
  const reason = whyNotWrite(ticket, useUser())
  const [editing, setEditing] = useAtom(editAtom(ticket.id))
  const [choosing, choose] = useAtom(choosingAtom)
  const isChoosing = choosing?.ticketId === ticket.id
  // A selection belongs to one ticket.
  useEffect(() => () => choose(null), [choose])
  return (
    <div className="composer">
      {isChoosing ? (
        <ChoosingBar ticket={ticket} />
      ) : reason ? (
        <ComposerClosed ticket={ticket} reason={reason} />
      ) : editing ? (
        <EditBox key={editing.id} ticket={ticket} message={editing} onDone={() => setEditing(null)} />
      ) : (
        <OpenComposer ticket={ticket} />
      )}
    </div>
  )
}

function OpenComposer({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const { send } = useSend(ticket.id, useContactName(ticket))
  const [draft, setDraft] = useAtom(draftAtom(ticket.id))
  const [files, setFiles] = useAtom(filesAtom(ticket.id))
  const [reply, setReply] = useAtom(replyAtom(ticket.id))
  const [isNote, setNote] = useAtom(noteModeAtom(ticket.id))
  const [recorded, keep] = useAtom(recordedAtom(ticket.id))
  const person = useAtomValue(personAtom)
  const [recording, setRecording] = useState(false)
  const body = draft.trim()
  const canSend = body !== '' || (files.length > 0 && !isNote)

  const mentions = useMentions(ticket)
  const { signature } = useSigning()
  const typing = useTypingOut(ticket.id)
  useRecordingOut(recording, typing)

  const submit = () => {
    if (!canSend) return
    typing.stop()
    if (isNote) send({ body, isNote, quoted: null, file: null })
    else {
      // The text and its mentions go with the first file.
      const said = { ...mentions.carry(body), quoted: reply, signature }
      const alone = { body: '', carried: null, quoted: null }
      const outgoing = files.length === 0 ? [null] : files.map(outgoingFile)
      for (const [at, file] of outgoing.entries()) send({ ...(at === 0 ? said : alone), isNote: false, file })
    }
    setDraft('')
    setReply(null)
    setNote(false)
    if (!isNote) setFiles([])
    backToWriting()
  }
  const endRecording = () => {
    keep(null)
    setRecording(false)
  }
  const speak = ({ file, waveform, seconds }: Recorded) => {
    send({ body: '', isNote: false, quoted: reply, file: { ...outgoingFile(file), waveform, seconds } })
    setReply(null)
    endRecording()
  }
  const share = (what: Pick<Outgoing, 'file' | 'carried'>) => {
    send({ body: '', isNote: false, quoted: reply, ...what })
    setReply(null)
  }
  const write = (text: string) => {
    setDraft(text)
    if (isNote || text === '') typing.stop()
    else typing.press()
  }
  const note = (on: boolean) => {
    setNote(on)
    typing.stop()
    backToWriting()
  }
  const cancelReply = () => {
    setReply(null)
    backToWriting()
  }
  const takeOut = (name: string) => {
    setFiles(files.filter((file) => file.name !== name))
    backToWriting()
  }

  return (
    <>
      <ConnectionOff ticket={ticket} />
      {!isNote && mentions.list}
      <div className="composer-box" data-mode={isNote ? 'note' : 'message'}>
        {reply && !isNote && <ReplyBar message={reply} ticket={ticket} onCancel={cancelReply} />}
        {files.length > 0 && !isNote && <FileTray files={files} onRemove={takeOut} />}
        {recording || recorded ? (
          <VoiceRecorder made={recorded} onMade={(made) => keep(made, person)} onSend={speak} onCancel={endRecording} />
        ) : (
          <>
            <WriteBox
              ticket={ticket}
              text={draft}
              onText={write}
              {...(isNote ? {} : { picker: mentions.picker })}
              onSubmit={submit}
              label={isNote ? t('messages.note') : t('messages.message')}
              placeholder={
                isNote ? t('messages.writeNote') : files.length > 0 ? t('messages.writeCaption') : t('messages.write')
              }
            />
            <ComposerBar
              ticket={ticket}
              isNote={isNote}
              canSend={canSend}
              onNote={note}
              onRecord={() => setRecording(true)}
              onSubmit={submit}
              onShare={(carried) => share({ file: null, carried })}
              onSticker={(file) => share({ file: { ...outgoingFile(file), kind: 'sticker' } })}
            />
          </>
        )}
      </div>
    </>
  )
}
