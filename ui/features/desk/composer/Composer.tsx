import { useQueryClient } from '@tanstack/react-query'
import { useAtom, useAtomValue, useSetAtom } from 'jotai/react'
import { Suspense, useEffect, useState } from 'react'
import { can } from '../../../../src/channels/acts'
import { windowState } from '../../../../src/channels/windows/contract'
import type { TicketSummary } from '../../../../src/tickets/contract'
import type { Message } from '../../../../src/tickets/messages/contract'
import { deskPartsAtom } from '../../../shared/deskParts'
import { useText } from '../../../shared/i18n/useText'
import { useNow } from '../../../shared/kit/useNow'
import { lazyPart } from '../../../shared/lazyPart'
import type { LoadedList } from '../../../shared/live/apply'
import { useUser } from '../../../shared/session/useUser'
import { threadSpec } from '../../messages/api'
import { backToWriting } from '../../messages/composer/box'
import { editAtom, noteModeAtom } from '../../messages/composer/drafts'
import { outgoingFile, useAttach } from '../../messages/composer/files'
import { ReplyBar } from '../../messages/composer/ReplyBar'
import { WriteBox } from '../../messages/composer/WriteBox'
import { editTimeLeft, mayActOn, whyNotWrite } from '../../messages/rules/messageActions'
import { choosingAtom } from '../../messages/state'
import { useCommand } from '../keys/useShortcuts'
import { ComposerBar } from './ComposerBar'
import { ColleagueHere, ComposerClosed, ConnectionOff, NoteStrip } from './ComposerHints'
import { useComposer } from './useComposer'

const EditBox = lazyPart(() => import('../../messages/composer/EditBox').then((file) => file.EditBox))
const FileTray = lazyPart(() => import('../../messages/composer/FileTray').then((file) => file.FileTray))
const VoiceRecorder = lazyPart(() => import('../../messages/composer/VoiceRecorder').then((file) => file.VoiceRecorder))
const ChoosingBar = lazyPart(() => import('./ChoosingBar').then((file) => file.ChoosingBar))

/** The composer, or why the user cannot answer; notes are possible all the same. */
export function Composer({ ticket }: { ticket: TicketSummary }) {
  const reason = whyNotWrite(ticket, useUser())
  const [editing, setEditing] = useAtom(editAtom(ticket.id))
  const [choosing, choose] = useAtom(choosingAtom)
  const [isNote, setNote] = useAtom(noteModeAtom(ticket.id))
  const isShut = windowState(ticket.replyWindow, useNow(15_000)) === 'closed'
  const isChoosing = choosing?.ticketId === ticket.id
  // A selection belongs to one ticket.
  useEffect(() => () => choose(null), [choose])
  useCommand((command) => {
    if (command !== 'internalNote' || isChoosing || (editing && !reason)) return false
    setNote(!isNote)
    backToWriting()
    return true
  })
  return (
    <div className="composer">
      {isChoosing ? (
        <Suspense>
          <ChoosingBar ticket={ticket} />
        </Suspense>
      ) : reason && !isNote ? (
        <ComposerClosed ticket={ticket} reason={reason} onNote={() => setNote(true)} />
      ) : isShut && !isNote ? (
        <Shut ticket={ticket} onNote={() => setNote(true)} />
      ) : editing && !reason ? (
        <Suspense>
          <EditBox key={editing.id} ticket={ticket} message={editing} onDone={() => setEditing(null)} />
        </Suspense>
      ) : (
        <OpenComposer ticket={ticket} />
      )}
    </div>
  )
}

/** The messenger takes nothing more from us; a module says what still works. */
function Shut({ ticket, onNote }: { ticket: TicketSummary; onNote(): void }) {
  const parts = useAtomValue(deskPartsAtom)
  return parts.map(({ name, Shut }) => Shut && <Shut key={name} ticket={ticket} onNote={onNote} />)
}

function OpenComposer({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const editLast = useEditLast(ticket)
  const attach = useAttach(ticket)
  const [above, setAbove] = useState<HTMLElement | null>(null)
  const { draft, files, captions, reply, isNote, hasNote, recorded, isRecording, canSend, picker, list, ...act } =
    useComposer(ticket)
  return (
    <>
      {!isNote && <ColleagueHere ticket={ticket} />}
      {!isNote && <ConnectionOff ticket={ticket} />}
      {list}
      <div ref={setAbove} />
      <div className="composer-box" data-mode={isNote ? 'note' : 'message'}>
        {isNote && <NoteStrip onLeave={() => act.note(false)} />}
        {reply && <ReplyBar message={reply} ticket={ticket} onCancel={act.cancelReply} />}
        {files.length > 0 && !isNote && (
          <Suspense>
            <FileTray files={files} captions={captions} onCaption={act.caption} onRemove={act.takeOut} />
          </Suspense>
        )}
        {(isRecording || recorded) && !isNote ? (
          <Suspense fallback={<div className="recorder" />}>
            <VoiceRecorder made={recorded} onMade={act.keepRecording} onSend={act.speak} onCancel={act.endRecording} />
          </Suspense>
        ) : (
          <>
            <WriteBox
              // Each kind of text has a field of its own, so that the browser's undo does not bring back the other's.
              key={isNote ? 'note' : 'message'}
              text={draft}
              onFiles={attach}
              onText={act.write}
              picker={picker}
              {...(isNote ? { onEscape: () => act.note(false) } : { onUp: editLast })}
              onSubmit={act.submit}
              label={isNote ? t('messages.note') : t('common.field.message')}
              placeholder={
                isNote ? t('messages.writeNote') : files.length > 0 ? t('messages.writeCaption') : t('messages.write')
              }
            />
            <ComposerBar
              ticket={ticket}
              isNote={isNote}
              hasNote={hasNote}
              canSend={canSend}
              text={draft}
              onText={act.write}
              above={above}
              onNote={act.note}
              onRecord={act.record}
              onSubmit={act.submit}
              onShare={(carried) => act.share({ file: null, carried })}
              onSticker={(file) => act.share({ file: { ...outgoingFile(file), kind: 'sticker' } })}
            />
          </>
        )}
      </div>
    </>
  )
}

/** Edits the user's last message, while it is still editable. */
function useEditLast(ticket: TicketSummary): () => void {
  const client = useQueryClient()
  const user = useUser()
  const edit = useSetAtom(editAtom(ticket.id))
  return () => {
    const thread = client.getQueryData<LoadedList<Message>>(threadSpec(ticket).key)
    const last = thread?.items.find((message) => message.user?.id === user.id && message.mediaType !== 'note')
    const isPossible = last && can(ticket.channel, 'edit') && mayActOn(user, ticket, last)
    if (isPossible && editTimeLeft(last, Date.now()) > 0) edit(last)
  }
}
