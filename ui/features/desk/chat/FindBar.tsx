import { useQuery } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, LoaderCircle, Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { IconButton } from '../../../shared/kit/IconButton'
import { searchMessages } from '../../messages/api'
import type { MarkedText } from '../../messages/rules/marks'
import { FIND_BOX } from './findBox'

/** Delay from the last keystroke to the request, as specified. */
const PAUSE = 500

type Props = {
  ticketId: number
  goTo(messageId: number): void
  /** The matches to highlight. */
  onMark(marked: MarkedText | null): void
  onClose(): void
}

/** Searches this conversation while typing; Enter moves to the next older match, Shift+Enter to the newer one. */
export function FindBar({ ticketId, goTo, onMark, onClose }: Props) {
  const t = useText()
  const [text, setText] = useState('')
  const { words, ids, hasMore, at, isSearching, isFailed, search, step } = useFind(ticketId, { text, goTo, onMark })
  const isCurrent = words !== '' && words === text.trim()
  const count = isCurrent ? ids.length : 0
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      if (isCurrent) step(event.shiftKey ? -1 : 1)
      else search(text)
    }
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
      <span className="nums min-w-14 px-1.5 text-center text-xs text-muted" role="status">
        {count > 0 && t('messages.find.count', { at: String(at + 1), total: `${count}${hasMore ? '+' : ''}` })}
        {isCurrent && isFailed && t('messages.find.failed')}
        {isCurrent && !isFailed && !isSearching && count === 0 && t('messages.find.none')}
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

/** Searches one conversation and steps through the matches, newest first. */
function useFind(ticketId: number, { text, goTo, onMark }: { text: string } & Pick<Props, 'goTo' | 'onMark'>) {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const search = (typed: string) => {
    setWords(typed.trim())
    setAt(0)
  }
  const { data, isFetching, isError } = useQuery({
    queryKey: ['find', ticketId, words],
    queryFn: () => searchMessages(ticketId, words),
    enabled: words !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  const ids = data?.messages.map(({ id }) => id) ?? []
  const typedOn = useEffectEvent((typed: string) => {
    if (typed.trim() !== words) search(typed)
  })
  useEffect(() => {
    const timer = setTimeout(() => typedOn(text), PAUSE)
    return () => clearTimeout(timer)
  }, [text])
  const found = ids[at]
  const show = useEffectEvent(() => {
    onMark(words === '' ? null : { needles: [words], atWords: false, messageId: null })
    if (found !== undefined) goTo(found)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again with each response and step
  useEffect(() => show(), [data, at])
  return {
    words,
    ids,
    hasMore: data?.hasMore ?? false,
    at,
    isSearching: isFetching,
    isFailed: isError,
    search,
    step: (by: 1 | -1) => ids.length > 0 && setAt((at + by + ids.length) % ids.length),
  }
}
