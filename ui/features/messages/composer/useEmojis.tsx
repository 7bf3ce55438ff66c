import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useText } from '../../../shared/i18n/useText'
import { emojiAt } from '../rules/completion'
import { CompletionList, useCompletion } from './useCompletion'

/** Offers emojis by name after a colon. The names are loaded at the first one. */
export function useEmojis(text: string) {
  const t = useText()
  const { typed, steer } = useCompletion('emojis', text, emojiAt)
  const { data: search } = useQuery({
    queryKey: ['emojis', t.language],
    queryFn: async () => (await import('./emojiData')).emojiSearch(t.language),
    enabled: typed !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  const offered = typed === null || !search ? [] : search(typed.text)
  const steering = steer(offered, ({ emoji }) => emoji)
  const list: ReactNode = offered.length > 0 && (
    <CompletionList
      steering={steering}
      label={t('messages.emoji')}
      count={t('messages.emojiCount', { count: offered.length })}
      keyOf={({ emoji }) => emoji}
    >
      {({ emoji, label }) => (
        <>
          <span className="text-xl leading-none">{emoji}</span>
          <span className="truncate">{label}</span>
        </>
      )}
    </CompletionList>
  )
  return { picker: steering.picker, list }
}
