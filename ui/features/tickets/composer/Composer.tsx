import { useAtom } from 'jotai/react'
import { useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { useText } from '../../../shared/i18n/useText'
import { useUser } from '../../../shared/session/useUser'
import { whyNotWrite } from '../rules/writing'
import { draftAtom, editAtom, filesAtom, noteModeAtom, replyAtom } from '../state'
import { useSend } from '../useSend'
import { ComposerBar } from './ComposerBar'
import { ComposerClosed } from './ComposerClosed'
import { ConnectionOff } from './ConnectionOff'
import { EditBox } from './EditBox'
import { FileTray } from './FileTray'
import { outgoingFile } from './outgoingFile'
import { ReplyBar } from './ReplyBar'
import { type Recording, VoiceRecorder } from './VoiceRecorder'
import { WriteBox } from './WriteBox'

/** Where the attendant writes; when they cannot, it says why. */
export function Composer({ ticket }: { ticket: TicketSummary }) {
  const reason = whyNotWrite(ticket, useUser())
  const [editing, setEditing] = useAtom(editAtom(ticket.id))
  return (
    <div className="composer">
      {reason ? (
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
  const { send } = useSend(ticket.id)
  const [draft, setDraft] = useAtom(draftAtom(ticket.id))
  const [files, setFiles] = useAtom(filesAtom(ticket.id))
  const [reply, setReply] = useAtom(replyAtom(ticket.id))
  const [isNote, setNote] = useAtom(noteModeAtom(ticket.id))
  const [recording, setRecording] = useState(false)
  const body = draft.trim()
  const canSend = body !== '' || (files.length > 0 && !isNote)

  const submit = () => {
    if (!canSend) return
    if (isNote || files.length === 0) send({ body, isNote, quoted: isNote ? null : reply, file: null })
    else {
      // The text goes with the first file.
      for (const [at, file] of files.entries())
        send({ body: at === 0 ? body : '', isNote: false, quoted: at === 0 ? reply : null, file: outgoingFile(file) })
    }
    setDraft('')
    setReply(null)
    setNote(false)
    if (!isNote) setFiles([])
  }
  const speak = ({ file, waveform, seconds }: Recording) => {
    send({ body: '', isNote: false, quoted: reply, file: { ...outgoingFile(file), waveform, seconds } })
    setReply(null)
    setRecording(false)
  }

  return (
    <>
      <ConnectionOff ticket={ticket} />
      <div className="composer-box" data-mode={isNote ? 'note' : 'message'}>
        {reply && !isNote && (
          <ReplyBar message={reply} contactName={ticket.contact.name} onCancel={() => setReply(null)} />
        )}
        {files.length > 0 && !isNote && (
          <FileTray files={files} onRemove={(name) => setFiles(files.filter((file) => file.name !== name))} />
        )}
        {recording ? (
          <VoiceRecorder onSend={speak} onCancel={() => setRecording(false)} />
        ) : (
          <>
            <WriteBox
              ticket={ticket}
              text={draft}
              onText={setDraft}
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
              onNote={setNote}
              onRecord={() => setRecording(true)}
              onSubmit={submit}
            />
          </>
        )}
      </div>
    </>
  )
}
