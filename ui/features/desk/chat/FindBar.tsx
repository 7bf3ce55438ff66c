import { useMutation } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, LoaderCircle, Search, X } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { toast } from '../../../shared/kit/toast'
import { searchMessages } from '../../messages/api'

export const FIND_BOX = 'chat-find'

type Props = { ticketId: number; goTo(messageId: number): void; onClose(): void }

/** Searches this conversation: Enter starts the search, and then moves to the next older match. */
export function FindBar({ ticketId, goTo, onClose }: Props) {
  const t = useText()
  const [text, setText] = useState('')
  const { found, isSearching, step, run } = useFind(ticketId, goTo)
  const count = found?.words === text.trim() ? found.ids.length : 0
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) run(text, event.shiftKey ? -1 : 1)
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }
  return (
    <search className="find-bar">
      <label className="input input-sm input-quiet flex-1">
        {isSearching ? <LoaderCircle className="animate-spin text-faint" /> : <Search className="text-faint" />}
        <input
          id={FIND_BOX}
          type="search"
          enterKeyHint="search"
          // biome-ignore lint/a11y/noAutofocus: somebody just asked to search
          autoFocus
          maxLength={200}
          aria-label={t('messages.find.title')}
          placeholder={t('messages.find.title')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
        />
      </label>
      <span className="nums min-w-14 text-center text-xs text-muted" role="status">
        {count > 0 &&
          found &&
          t('messages.find.count', { at: String(found.at + 1), total: `${count}${found.hasMore ? '+' : ''}` })}
      </span>
      <IconButton label={t('messages.find.next')} disabled={count === 0} onClick={() => step(1)}>
        <ChevronUp />
      </IconButton>
      <IconButton label={t('messages.find.previous')} disabled={count === 0} onClick={() => step(-1)}>
        <ChevronDown />
      </IconButton>
      <IconButton label={`${t('messages.find.close')} (Esc)`} onClick={onClose}>
        <X />
      </IconButton>
    </search>
  )
}

type Found = { words: string; ids: readonly number[]; hasMore: boolean; at: number }

/** Searches one conversation and walks through what was found, the newest first. */
function useFind(ticketId: number, goTo: (messageId: number) => void) {
  const t = useText()
  const [found, setFound] = useState<Found | null>(null)
  const show = (next: Found) => {
    setFound(next)
    const id = next.ids[next.at]
    if (id !== undefined) goTo(id)
  }
  const search = useMutation({
    mutationFn: (words: string) => searchMessages(ticketId, words),
    onSuccess: ({ messages, hasMore }, words) => {
      show({ words, ids: messages.map(({ id }) => id), hasMore, at: 0 })
      if (messages.length === 0) toast.warning(t('messages.find.none'))
    },
    onError: () => toast.error(t('messages.find.failed')),
  })
  const step = (by: 1 | -1) => {
    if (found && found.ids.length > 0) show({ ...found, at: (found.at + by + found.ids.length) % found.ids.length })
  }
  return {
    found,
    isSearching: search.isPending,
    step,
    /** Searching for the same words again moves to the next match. */
    run(text: string, by: 1 | -1) {
      const words = text.trim()
      if (words === '' || search.isPending) return
      if (found?.words === words && found.ids.length > 0) step(by)
      else search.mutate(words)
    },
  }
}
