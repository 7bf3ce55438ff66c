import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useAtom } from 'jotai/react'
import { Trash2 } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { deleteAnyNote, NOTE_LENGTH, type TicketNote } from '../../../src/features/notes/contract'
import type { TicketSummary } from '../../../src/tickets/contract'
import { errorText } from '../../shared/errorText'
import { useFormat } from '../../shared/i18n/useFormat'
import { useText } from '../../shared/i18n/useText'
import { Button } from '../../shared/kit/Button'
import { ConfirmDialog } from '../../shared/kit/ConfirmDialog'
import { ErrorNote } from '../../shared/kit/ErrorNote'
import { IconButton } from '../../shared/kit/IconButton'
import { Skeleton } from '../../shared/kit/Skeleton'
import { TextArea } from '../../shared/kit/TextArea'
import { toast } from '../../shared/kit/toast'
import { changeLists } from '../../shared/live/live-query'
import { useLateRemoval } from '../../shared/live/useLateRemoval'
import { useLiveList } from '../../shared/live/useLiveList'
import { ofPerson } from '../../shared/session/ofPerson'
import { useMay, useUser } from '../../shared/session/useUser'
import { perTicket } from '../messages/state'
import { addNote, deleteNote, notesSpec } from './api'

/** Notes about the contact, over all its tickets; a new one belongs to this ticket. */
export function Notes({ ticket }: { ticket: TicketSummary }) {
  const t = useText()
  const format = useFormat()
  const { items, isLoaded, error } = useLiveList(notesSpec(ticket))
  return (
    <section className="fold" aria-label={t('notes.title')}>
      <div className="fold-head">
        {t('notes.title')}
        {items.length > 0 && <span className="nums text-xs font-normal text-faint">{format.number(items.length)}</span>}
      </div>
      {!isLoaded && !error && <Skeleton className="h-12" />}
      {error && !isLoaded && <ErrorNote>{errorText(t, error)}</ErrorNote>}
      {items.length > 0 && (
        <ul className="mb-3 grid max-h-80 gap-2.5 overflow-y-auto text-sm">
          {items.map((note) => (
            <Note key={note.id} note={note} />
          ))}
        </ul>
      )}
      <NewNote key={ticket.id} ticket={ticket} isFirst={isLoaded && items.length === 0} />
    </section>
  )
}

/** A draft stays with its ticket. */
const draftAtom = perTicket((_ticketId: number) => ofPerson(''))

function NewNote({ ticket, isFirst }: { ticket: TicketSummary; isFirst: boolean }) {
  const t = useText()
  const cache = useQueryClient()
  const id = useId()
  const [text, setText] = useAtom(draftAtom(ticket.id))
  const [isShort, setShort] = useState(false)
  const add = useMutation({
    mutationFn: () => addNote({ ticketId: ticket.id, contactId: ticket.contactId, note: text.trim() }),
    onSuccess: (note) => {
      changeLists(cache, ['notes', note.contactId], { put: note })
      setText('')
      toast.success(t('notes.added'))
    },
    onError: toast.failure,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const isTooShort = text.trim().length < 2
    setShort(isTooShort)
    if (!isTooShort && !add.isPending) add.mutate()
  }
  const submitByKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    submit(event)
  }
  return (
    <form className="grid gap-2" onSubmit={submit}>
      <TextArea
        rows={1}
        maxRows={6}
        maxLength={NOTE_LENGTH}
        aria-label={t('notes.label')}
        aria-describedby={isShort ? id : undefined}
        aria-invalid={isShort || undefined}
        placeholder={t(isFirst ? 'notes.none' : 'notes.label')}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setShort(false)
        }}
        onKeyDown={submitByKey}
      />
      {isShort && (
        <span id={id} role="alert" className="field-error">
          {t('notes.short')}
        </span>
      )}
      {(text !== '' || isShort) && (
        <span className="flex items-center justify-end gap-3">
          <small className="not-phone text-xs text-faint">{t('notes.keys')}</small>
          <Button type="submit" size="sm" busy={add.isPending}>
            {t('common.act.add')}
          </Button>
        </span>
      )}
    </form>
  )
}

/** Users can delete their own; an admin any. */
function Note({ note }: { note: TicketNote }) {
  const t = useText()
  const format = useFormat()
  const user = useUser()
  const mayAny = useMay()(deleteAnyNote)
  const [asks, setAsks] = useState(false)
  const removeLate = useLateRemoval<TicketNote>(['notes', note.contactId], deleteNote)
  const remove = () => {
    setAsks(false)
    removeLate(note, t('notes.deleted'))
  }
  return (
    <li className="group/note rounded-box bg-base-200 px-3 py-2">
      <p className="select-text wrap-anywhere whitespace-pre-wrap">{note.note}</p>
      <div className="mt-1 flex min-h-6 items-center gap-2 text-xs text-faint">
        <span className="min-w-0 flex-1 truncate">
          {note.user.name} ·{' '}
          <time dateTime={note.createdAt} title={format.dateTime(note.createdAt)}>
            {format.shortDateTime(note.createdAt)}
          </time>
        </span>
        {(mayAny || note.userId === user.id) && (
          <IconButton size="sm" label={t('notes.remove', { name: note.user.name })} onClick={() => setAsks(true)}>
            <Trash2 />
          </IconButton>
        )}
      </div>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={t('notes.removeTitle')}
        confirm={t('common.act.delete')}
        onConfirm={remove}
      >
        {t('notes.removeText')}
      </ConfirmDialog>
    </li>
  )
}
