/** State and actions of an open composer. */
import { useAtom, useAtomValue } from 'jotai/react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { TicketSummary } from '../../../../src/tickets/contract'
import { personAtom } from '../../../shared/session/session'
import { useContactName } from '../../contacts/names'
import { backToWriting } from '../../messages/composer/box'
import {
  captionsAtom,
  filesAtom,
  messageDraftAtom,
  noteDraftAtom,
  noteModeAtom,
  recordedAtom,
  replyAtom,
} from '../../messages/composer/drafts'
import { outgoingFile } from '../../messages/composer/files'
import type { Recording } from '../../messages/composer/recorder'
import { useColleagues } from '../../messages/composer/useColleagues'
import { either } from '../../messages/composer/useCompletion'
import { useEmojis } from '../../messages/composer/useEmojis'
import { useMentions } from '../../messages/composer/useMentions'
import type { Outgoing, OutgoingFile } from '../../messages/rules/outgoing'
import { useSend, useUnsentGuard } from '../../messages/sending/SendingProvider'
import { useSigning } from './SignButton'
import { useQuick } from './useQuick'
import { useRecordingOut, useTypingOut } from './useTypingOut'

export function useComposer(ticket: TicketSummary) {
  const { send } = useSend(ticket.id, useContactName(ticket))
  const [isNote, setNote] = useAtom(noteModeAtom(ticket.id))
  const [draft, setDraft] = useAtom(isNote ? noteDraftAtom(ticket.id) : messageDraftAtom(ticket.id))
  const [files, setFiles] = useAtom(filesAtom(ticket.id))
  const [captions, setCaptions] = useAtom(captionsAtom(ticket.id))
  const [reply, setReply] = useAtom(replyAtom(ticket.id))
  const [recorded, keep] = useAtom(recordedAtom(ticket.id))
  const person = useAtomValue(personAtom)
  const [recording, setRecording] = useState(false)
  const body = draft.trim()
  const canSend = body !== '' || (files.length > 0 && !isNote)

  const mentions = useMentions(ticket, isNote ? '' : draft)
  const colleagues = useColleagues(ticket, isNote ? draft : '')
  const emojis = useEmojis(draft)
  const { signature } = useSigning()
  const quick = useQuick(ticket, isNote ? '' : draft, signature !== null)
  const typing = useTypingOut(ticket.id)
  useRecordingOut(recording, typing)
  const stopTyping = useEffectEvent(typing.stop)
  useEffect(() => {
    if (isNote) stopTyping()
  }, [isNote])
  useUnsentGuard(recording)

  const submit = () => {
    if (!canSend || (!isNote && quick.keeps())) return
    typing.stop()
    if (isNote) send({ ...colleagues.carry(body), isNote, quoted: reply, file: null })
    else {
      // The text and its mentions are sent with the first file.
      const said = { ...mentions.carry(body), quoted: reply, signature }
      const captionOf = (file: OutgoingFile | null) => captions.get(file?.file.name ?? '')?.trim() ?? ''
      const after = (file: OutgoingFile | null) => ({ body: captionOf(file), carried: null, quoted: null })
      const outgoing = files.length === 0 ? [null] : files.map(outgoingFile)
      for (const [at, file] of outgoing.entries()) send({ ...(at === 0 ? said : after(file)), isNote: false, file })
    }
    setDraft('')
    setReply(null)
    if (!isNote) {
      setFiles([])
      setCaptions(new Map())
    }
    backToWriting()
  }
  const endRecording = () => {
    keep(null)
    setRecording(false)
  }
  const speak = ({ file, waveform, seconds }: Recording) => {
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
    backToWriting()
  }
  const cancelReply = () => {
    setReply(null)
    backToWriting()
  }
  const caption = (name: string, text: string) => setCaptions(new Map(captions).set(name, text))
  const takeOut = (name: string) => {
    setFiles(files.filter((file) => file.name !== name))
    backToWriting()
  }

  return {
    draft,
    files,
    captions,
    reply,
    isNote,
    recorded,
    isRecording: recording,
    canSend,
    hasNote: useAtomValue(noteDraftAtom(ticket.id)) !== '',
    picker: either(isNote ? colleagues.picker : either(quick.picker, mentions.picker), emojis.picker),
    list: (isNote ? colleagues.list : quick.list || mentions.list) || emojis.list,
    submit,
    write,
    note,
    cancelReply,
    takeOut,
    caption,
    share,
    speak,
    record: () => setRecording(true),
    keepRecording: (made: Recording) => keep(made, person),
    endRecording,
  }
}
