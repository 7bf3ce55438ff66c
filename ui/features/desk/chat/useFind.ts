import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { toast } from '../../../shared/kit/toast'
import { searchMessages } from '../../messages/api'

type Found = { words: string; ids: readonly number[]; hasMore: boolean; at: number }

/** Searches one conversation and walks through what was found, the newest first. */
export function useFind(ticketId: number, goTo: (messageId: number) => void) {
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
